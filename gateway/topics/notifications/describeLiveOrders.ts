import { z } from 'zod'
import { spokenOption } from '../../../schema/market/options/spokenOption.ts'
import { formatRupees, paise } from '../../../schema/money.ts'
import { paths, SCREENS } from '../../../schema/paths.ts'
import { describeFillIncident } from '../../../schema/trading/fillIncidents.ts'
import { ORDER_SIDES } from '../../../schema/trading/OrderSide.ts'
import { unfilledReason } from '../../../schema/trading/unfilledReason.ts'
import { describeEach, keys, type Describe } from './describeEach.ts'

/** What is read of a stored contract. */
export const tradedContract = z.object({ tradingSymbol: z.string() })

/** Live fills that are not as they were booked, or do not fit the books. */
export const describeFills: Describe = async (db, rows) => {
  const incidents = await db.fillIncident.findMany({
    where: { fillId: { in: rows.map(({ key }) => key.slice(key.indexOf(':') + 1)) } },
    include: { order: { select: { contract: true, side: true, tradeId: true } } },
  })
  return describeEach(
    rows,
    incidents,
    ({ kind, fillId }) => `${kind}:${fillId}`,
    ({ kind, quantity, pricePaise, order: { contract, side, tradeId } }) => {
      const { tradingSymbol: option } = tradedContract.parse(contract)
      const words = describeFillIncident({ kind, side, option, quantity, price: paise(Number(pricePaise)) })
      return { ...words, link: paths.history({ trade: tradeId }) }
    },
  )
}

/** Of a trade with refused orders the last one says why; of a position that was refused whole, no order by itself. */
export const describeRefusals: Describe = async (db, rows) => {
  const refused = await db.order.findMany({
    where: { tradeId: { in: keys(rows) }, refusedAt: { not: null } },
    orderBy: { refusedAt: 'desc' },
    select: { tradeId: true, side: true, quantity: true, contract: true, note: true, subscription: { select: { strategy: true } } },
  })
  const isOfSeveral = (order: (typeof refused)[number]) =>
    refused.filter(({ tradeId, note }) => tradeId === order.tradeId && note === order.note).length > 1
  return describeEach(
    rows,
    refused,
    ({ tradeId }) => tradeId,
    (last) => {
      const { side, quantity, contract, note, subscription } = last
      const { tradingSymbol } = tradedContract.parse(contract)
      const order = isOfSeveral(last)
        ? 'open its position'
        : `${side === 'BUY' ? 'buy' : 'sell'} ${quantity} × ${spokenOption(tradingSymbol)}`
      return {
        title: 'A live order was rejected',
        text: `${subscription.strategy.name} could not ${order}: ${unfilledReason(note)}. This order is not sent again; the next signal places a new one.`,
        link: paths.notTaken,
      }
    },
  )
}

const askedLegs = z.array(z.object({ contract: tradedContract, side: z.enum(ORDER_SIDES), quantity: z.int(), premium: z.int() }))

/** First live orders that wait for the word of their users. */
export const describeFirstOrders: Describe = async (db, rows) => {
  const signal = { select: { strategy: { select: { name: true } } } }
  const asked = await db.firstOrder.findMany({ where: { id: { in: keys(rows) } }, include: { signal } })
  return describeEach(
    rows,
    asked,
    ({ id }) => id,
    ({ legs, fundsPaise, lossPaise, createdAt, expiresAt, signal: { strategy } }) => {
      const what = askedLegs
        .parse(legs)
        .map(({ contract, side, quantity, premium }) => {
          return `${side === 'BUY' ? 'buy' : 'sell'} ${quantity} × ${spokenOption(contract.tradingSymbol)} at about ${formatRupees(paise(premium))}`
        })
        .join(', ')
      const money = `It needs ${formatRupees(paise(Number(fundsPaise)))}`
      const loss =
        lossPaise === null ? 'no stop limits its loss' : `if the stop is hit, it loses about ${formatRupees(paise(Number(lossPaise)))}`
      const seconds = Math.round((expiresAt.getTime() - createdAt.getTime()) / 1_000)
      return {
        title: 'Your first live order waits for your approval',
        text: `${strategy.name} would ${what}. ${money}; ${loss}. Approve or decline it in Sakha within ${seconds} seconds; without your approval nothing is sent, and the next signal asks again.`,
        link: SCREENS.liveTrades,
      }
    },
  )
}
