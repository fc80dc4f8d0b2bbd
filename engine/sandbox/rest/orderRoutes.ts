import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { faultOf } from '../access/spoilAnswers.ts'
import type { OrderDesk } from '../desk/OrderDesk.ts'
import type { CallOutcome, OrderCall } from '../orders/LedgerEntry.ts'
import { convertPosition } from '../orders/convertPosition.ts'
import type { SandboxOrder } from '../orders/Order.ts'
import type { Access } from '../access/Access.ts'
import { failure, gatewayFailure, success, TOO_FAST, type ApplicationErrorCode } from '../access/envelopes.ts'
import { gttRefusal, GTT_CHANGES, GTT_READS } from './gttRefusal.ts'
import { sessionOf, sessionOrNull, type Guard } from '../access/guards.ts'
import { parseConversion } from './parseConversion.ts'
import { parseModify, parsePlace } from './parseOrder.ts'
import type { CallLimits } from '../access/RateLimit.ts'

const ROOT = '/rest/secure/angelbroking'

const Tagged = z.object({ ordertag: z.string() })
const Named = z.object({ orderid: z.string() })

/** Orders and conversions of positions (SmartAPI §5.2, §5.3, §5.8). Every call that comes in is in the ledger, whatever became of it. */
export function orderRoutes(app: FastifyInstance, access: Access, desk: OrderDesk): void {
  const note = (request: FastifyRequest, outcome: CallOutcome, more: NoteMore = {}) => {
    const [tagged, named] = [Tagged.safeParse(request.body), Named.safeParse(request.body)]
    desk.note({
      ...{ clientCode: sessionOrNull(request)?.clientCode ?? '', call: callOf(request), request: request.body, outcome },
      tag: tagged.success ? tagged.data.ordertag : null,
      orderId: named.success ? named.data.orderid : null,
      fault: faultOf(request)?.name ?? null,
      ...more,
    })
  }
  const refuse = (request: FastifyRequest, code: ApplicationErrorCode, message: string) => {
    note(request, 'refused', { message })
    return failure(code, message)
  }
  /** The same guard, and what it refuses noted. */
  const noting =
    (guard: Guard): Guard =>
    async (request, reply) => {
      // A reply is thenable: this comes back when it is sent, or its reader is gone.
      await guard(request, reply)
      const fault = faultOf(request)
      const kept = fault?.reached === false
      // The order stays kept from the exchange although nobody waits for the answer any more.
      if (kept && !reply.sent) reply.hijack()
      if (!reply.sent) return undefined
      if (kept && fault.name === 'refusedCall') note(request, 'refused', { message: fault.text })
      else note(request, kept ? 'never reached' : 'refused', { message: reply.statusCode === 403 && !kept ? TOO_FAST : '' })
      return reply
    }
  const fixedAddress: Guard = async (request, reply) => {
    const rule = desk.faults.state('staticIp', sessionOf(request).clientCode)
    if (!rule || rule.registered.includes(request.ip)) return undefined
    return reply.send(gatewayFailure('AG7002', `Unregistered IP address ${request.ip}`))
  }
  const guardsOf = (limits: CallLimits) => {
    const [headers, session, ...rest] = access.secured(limits)
    return { preHandler: [headers, session, fixedAddress, ...rest].map(noting) }
  }
  const conversions = { preHandler: access.secured({ second: 10, minute: 500, hour: 5_000 }).map(noting) }
  const orders = guardsOf({ second: 9, minute: 500, hour: 1_000 })

  app.post(`${ROOT}/order/v1/placeOrder`, orders, (request) => {
    const { clientCode } = sessionOf(request)
    const terms = parsePlace(request.body, desk, clientCode)
    if (!terms.ok) return refuse(request, terms.error.code, terms.error.message)
    const now = desk.now()
    const price = desk.exchange.checks.priceRefusal(clientCode, terms.value, now)
    if (price !== null) return refuse(request, 'AB1004', price)
    const fault = faultOf(request)
    const placed = desk.exchange.place(clientCode, terms.value, 'api', now, fault ? desk.faults.hiddenFor(fault, clientCode) : 0)
    note(request, 'accepted', { orderId: placed.orderId })
    return success({ script: placed.tradingSymbol, ...idsOf(placed) })
  })

  app.post(`${ROOT}/order/v1/modifyOrder`, orders, (request) => {
    const order = orderIn(request)
    if (!order) return refuse(request, 'AB1013', 'Order not found')
    const change = parseModify(request.body, order)
    if (!change.ok) return refuse(request, change.error.code, change.error.message)
    const now = desk.now()
    const price = desk.exchange.checks.priceRefusal(order.clientCode, { ...order, ...change.value }, now)
    if (price !== null) return refuse(request, 'AB1004', price)
    const sent = desk.exchange.modify(order.orderId, change.value, now)
    if (!sent.ok) return refuse(request, 'AB1004', sent.error)
    note(request, 'accepted')
    return success(idsOf(order))
  })

  app.post(`${ROOT}/order/v1/cancelOrder`, orders, (request) => {
    const order = orderIn(request)
    if (!order) return refuse(request, 'AB1013', 'Order not found')
    const sent = desk.exchange.cancel(order.orderId, desk.now())
    if (!sent.ok) return refuse(request, 'AB1004', sent.error)
    note(request, 'accepted')
    return success(idsOf(order))
  })

  // Not among the calls that are taken from registered addresses only.
  app.post(`${ROOT}/order/v1/convertPosition`, conversions, (request) => {
    const wish = parseConversion(request.body, desk, sessionOf(request).clientCode)
    if (!wish.ok) return refuse(request, wish.error.code, wish.error.message)
    const converted = convertPosition(desk.exchange.records, wish.value, desk.now())
    if (!converted.ok) return refuse(request, 'AB1004', converted.error)
    note(request, 'accepted')
    return success(null)
  })

  const changes = guardsOf({ second: 9, minute: 500, hour: 5_000 })
  for (const call of GTT_CHANGES)
    app.post(`${ROOT}/gtt/v1/${call}`, changes, (request) => {
      const { code, message } = gttRefusal(call, request.body)
      return refuse(request, code, message)
    })
  const reads = { preHandler: [...access.secured({ second: 10, minute: 500, hour: 5_000 })] }
  for (const call of GTT_READS)
    app.post(`${ROOT}/gtt/v1/${call}`, reads, (request) => {
      const { code, message } = gttRefusal(call, request.body)
      return failure(code, message)
    })

  function orderIn(request: FastifyRequest): SandboxOrder | null {
    const named = Named.safeParse(request.body)
    return named.success ? desk.orderOf(sessionOf(request).clientCode, named.data.orderid) : null
  }
}

type NoteMore = { readonly orderId?: string; readonly message?: string }

function callOf(request: FastifyRequest): OrderCall {
  const url = request.routeOptions.url ?? ''
  return (['placeOrder', 'modifyOrder', 'cancelOrder', 'convertPosition'] as const).find((call) => url.endsWith(call)) ?? 'gtt'
}

function idsOf({ orderId, uniqueOrderId }: SandboxOrder) {
  return { orderid: orderId, uniqueorderid: uniqueOrderId }
}
