import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { INDEX_SYMBOLS } from '../../../schema/market/indices.ts'
import { estimateMargin } from '../../../schema/market/margin/estimateMargin.ts'
import { fromRupees, toRupees, type Paise } from '../../../schema/money.ts'
import type { OrderDesk } from '../desk/OrderDesk.ts'
import type { Access } from '../access/Access.ts'
import { failure, success } from '../access/envelopes.ts'
import { sessionOf } from '../access/guards.ts'
import { optionOf, orderRow, positionRow, rmsRow, tradeRow, withoutTag } from './orderRows.ts'

const ROOT = '/rest/secure/angelbroking'
/** Calls that are listed with the same limits, each counted for itself. */
const TEN_A_SECOND = { second: 10, minute: 500, hour: 5_000 }

const Single = z.object({ uniqueorderid: z.string() })
const MarginRequest = z.object({
  positions: z
    .array(
      z.object({
        exchange: z.enum(['NFO', 'BFO']),
        qty: z.number().int().positive(),
        price: z.number().nonnegative(),
        token: z.string(),
        tradeType: z.enum(['BUY', 'SELL']),
      }),
    )
    .min(1),
})

/** What a client has ordered, traded, holds and may spend (SmartAPI §4.3, §5.2, §6). Empty books are `null`. */
export function bookRoutes(app: FastifyInstance, access: Access, desk: OrderDesk): void {
  const onceASecond = () => ({ preHandler: [...access.secured({ second: 1 })] })

  const orderRows = (clientCode: string) => {
    const untagged = desk.faults.draw('missingTags', clientCode, ({ of }) => of !== 'frames')
    return desk.orders(clientCode).map((order) => (untagged ? withoutTag(orderRow(order), untagged.as) : orderRow(order)))
  }

  app.get(`${ROOT}/order/v1/getOrderBook`, onceASecond(), (request) => rows(orderRows(sessionOf(request).clientCode)))
  app.get(`${ROOT}/order/v1/getTradeBook`, onceASecond(), (request) => rows(desk.fills(sessionOf(request).clientCode).map(tradeRow)))
  app.get(`${ROOT}/order/v1/getPosition`, onceASecond(), (request) =>
    rows(
      desk
        .positions(sessionOf(request).clientCode)
        .map((position) => positionRow(position, desk.market.touchAt(optionOf(position), desk.now()).last)),
    ),
  )

  app.get(`${ROOT}/order/v1/details/:uniqueorderid`, { preHandler: [...access.secured(TEN_A_SECOND)] }, (request) => {
    const asked = Single.parse(request.params)
    const row = orderRows(sessionOf(request).clientCode).find(({ uniqueorderid }) => uniqueorderid === asked.uniqueorderid)
    return row ? success(row) : failure('AB1013', 'Order not found')
  })

  app.get(`${ROOT}/user/v1/getRMS`, { preHandler: [...access.secured({ second: 2 })] }, (request) =>
    success(rmsRow(desk.funds(sessionOf(request).clientCode))),
  )

  app.get(`${ROOT}/portfolio/v1/getHolding`, onceASecond(), () => success(null))
  app.get(`${ROOT}/portfolio/v1/getAllHolding`, onceASecond(), () => success({ holdings: null, totalholding: null }))

  app.get(`${ROOT}/securities/v1/cautionaryScrips`, onceASecond(), (request) =>
    rows(
      (desk.faults.state('cautionary', sessionOf(request).clientCode)?.tokens ?? []).map((token) => ({
        ...{ token, symbol: '', message: 'Under surveillance of the exchange' },
      })),
    ),
  )

  app.post(`${ROOT}/margin/v1/batch`, { preHandler: [...access.secured(TEN_A_SECOND)] }, (request, reply) => {
    const parsed = MarginRequest.safeParse(request.body)
    if (!parsed.success) return reply.code(400).send(failure('AB1004', z.prettifyError(parsed.error)))
    const now = desk.now()
    const legs = parsed.data.positions.map(({ exchange, token, qty, price, tradeType }) => {
      const option = desk.option(exchange, token)
      if (!option) return null
      const premium = price === 0 ? desk.market.touchAt(option, now).last : fromRupees(price)
      const { index, type, strike, expiresAt } = option
      return { index, side: tradeType, optionType: type, strike, expiresAt, units: qty, premium }
    })
    const known = legs.filter((leg) => leg !== null)
    if (known.length < legs.length) return reply.send(failure('AB1009', 'Symbol Not Found'))
    const estimates = INDEX_SYMBOLS.flatMap((index) => {
      const own = known.filter((leg) => leg.index === index)
      return own.length === 0 ? [] : [estimateMargin(own, desk.market.marginMarket(index, now))]
    })
    const total = (amount: (estimate: (typeof estimates)[number]) => Paise) =>
      estimates.reduce((sum, estimate) => sum + toRupees(amount(estimate)), 0)
    const netPremium = total((estimate) => estimate.netPremium)
    return reply.send(
      success({
        totalMarginRequired: total(({ needed }) => needed),
        marginComponents: {
          ...{ netPremium, spanMargin: total(({ scanRisk }) => scanRisk), marginBenefit: 0, deliveryMargin: 0 },
          ...{ nonNFOMargin: 0, totOptionsPremium: netPremium },
        },
      }),
    )
  })
}

function rows(found: readonly unknown[]) {
  return success(found.length === 0 ? null : found)
}
