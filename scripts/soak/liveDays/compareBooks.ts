import { isFinal } from '../../../engine/sandbox/orders/Order.ts'
import type { Comparison } from './Comparison.ts'
import type { ExchangeMirror } from './ExchangeMirror.ts'
import { totalsBy, type Books, type Total } from './readBooks.ts'

const NOTHING: Total = { units: 0, value: 0 }
/** Closed without orders, at a price that is not known. */
const WITHOUT_ORDERS: readonly unknown[] = ['NOT_HELD', 'MARKET_CHANGED']

/** Holds orders, fills, legs and trades against the exchange's ledger, in units and paise. */
export function compareBooks(books: Books, mirror: ExchangeMirror, into: Comparison): void {
  const entries = mirror.entries.flatMap((entry) => (entry.kind === 'fill' ? entry.fill : []))
  const filled = totalsBy(
    entries.filter(({ tag }) => tag !== ''),
    ({ tag }) => tag,
    ({ units, price }) => ({ units, value: units * price }),
  )
  compareOrders(books, mirror, filled, into)
  compareLegs(books, mirror, into)
  compareTrades(books, into)
  compareHandSales(books, mirror, into)
}

function compareOrders(
  { orders, stops, closings, legs, traderOf }: Books,
  mirror: ExchangeMirror,
  filled: Map<string, Total>,
  into: Comparison,
): void {
  const known = new Set([...orders, ...stops].map(({ clientOrderId }) => clientOrderId))
  const closingTags = mirror.entries.flatMap((entry) => (entry.kind === 'order' && entry.order.tag.startsWith('C') ? entry.order.tag : []))
  for (const order of orders) {
    const { clientOrderId: tag, userId, contract, intendedAt, filledQuantity, filledValuePaise, fills, isOpen, status } = order
    if (tag.startsWith('H') || tag.startsWith('V')) continue
    const { clientCode } = traderOf(userId).account
    const what = { text: `order ${tag} (${status})`, clientCode, option: symbolOf(contract), at: intendedAt.getTime() }
    // What an order sold of a leg that its owner had sold is told, and not booked.
    const told = order.incidents.filter(({ kind }) => kind === 'POSITION_ALREADY_CLOSED')
    const beside = { units: sum(told, (each) => each.quantity), value: sum(told, (each) => each.quantity * Number(each.pricePaise)) }
    const atExchange = filled.get(tag) ?? NOTHING
    const unbooked = { units: atExchange.units - beside.units, value: atExchange.value - beside.value }
    const ours = { units: filledQuantity, value: Number(filledValuePaise) }
    into.same('orders: units and value, books against the exchange, but for what is told as sold too many', ours, unbooked, what)
    const booked = { units: sum(fills, (fill) => fill.quantity), value: sum(fills, (fill) => fill.quantity * Number(fill.pricePaise)) }
    into.same('fills: units and value, against their orders', booked, ours, what)
    into.holds('orders: nothing was sold too many', told.length === 0, what)
    into.holds('orders: none is open in the books', !isOpen, what)
  }
  const owners = new Set(orders.map(({ userId }) => traderOf(userId).account.clientCode))
  for (const clientCode of owners)
    for (const order of mirror.orders(clientCode)) {
      const { tag, via, tradingSymbol: option, placedAt: at, status } = order
      const what = { text: `order ${order.orderId} tagged ${tag || 'by hand'} (${via}, ${status})`, clientCode, option, at }
      into.holds('orders: none is open at the exchange', isFinal(order) || order.vanished, what)
      if (via === 'api' && tag !== '')
        into.holds('orders at the exchange: known in the books', known.has(tag) || closingTags.includes(tag), what)
      const isStop = tag.startsWith('S') && order.filled > 0
      if (isStop)
        into.holds(
          'stops that were filled: an exit in the books',
          orders.some(({ clientOrderId }) => clientOrderId === tag),
          what,
        )
    }
  const bought = sum(closings, ({ filledQuantity }) => filledQuantity)
  const atExchange = sum([...filled], ([tag, { units }]) => (tag.startsWith('C') ? units : 0))
  const first = legs[0]
  if (first) into.same('closing orders: units', bought, atExchange, { text: 'all', clientCode: '', option: null, at: null })
}

function compareLegs({ legs, orders, traderOf }: Books, mirror: ExchangeMirror, into: Comparison): void {
  const moved = new Set(mirror.entries.flatMap((entry) => (entry.kind === 'conversion' ? contractOf(entry.conversion) : [])))
  for (const leg of legs) {
    const ofLeg = orders.filter(({ legId }) => legId === leg.id)
    const total = (purpose: 'ENTRY' | 'EXIT') => {
      const fills = ofLeg.flatMap((order) => (order.purpose === purpose ? order.fills : []))
      const value = sum(fills, ({ quantity, pricePaise }) => quantity * Number(pricePaise))
      return { units: sum(fills, ({ quantity }) => quantity), value, charges: sum(fills, ({ chargesPaise }) => Number(chargesPaise)) }
    }
    const [entry, exit] = [total('ENTRY'), total('EXIT')]
    const { clientCode } = traderOf(leg.trade.userId).account
    const at = leg.exitTime?.getTime() ?? leg.entryTime.getTime()
    const what = { text: `leg ${leg.id} (${leg.status}, ${leg.exitReason})`, clientCode, option: leg.option, at }
    const { quantity, entryValuePaise, exitQuantity, exitValuePaise, chargesPaise, grossPaise, netPaise } = leg
    into.same(
      'legs: units, values and charges against the sum of their fills',
      [quantity, entryValuePaise, exitQuantity, exitValuePaise, chargesPaise],
      [entry.units, entry.value, exit.units, exit.value, entry.charges + exit.charges],
      what,
    )
    const isWhole = exitQuantity === quantity
    const gross = (exit.value - entry.value) * (leg.side === 'BUY' ? 1 : -1)
    const results = isWhole ? [gross, gross - entry.charges - exit.charges] : [null, null]
    into.same('legs: gross and net against the sum of their fills', [grossPaise, netPaise], results, what)
    into.holds('legs: none is open at the end', leg.status !== 'RUNNING', what)
    const isKnown = isWhole || !WITHOUT_ORDERS.includes(leg.exitReason) || moved.has(contractOf({ clientCode, tradingSymbol: leg.option }))
    into.holds('legs: closed at a price that is known, or moved to another product by hand', isKnown, what)
    into.holds('legs: closed as not held only where not all was sold', !(isWhole && leg.exitReason === 'NOT_HELD'), what)
  }
}

function compareTrades({ trades, traderOf }: Books, into: Comparison): void {
  for (const { legs, ...trade } of trades) {
    const { clientCode } = traderOf(trade.userId).account
    const what = {
      text: `trade ${trade.id} (${trade.status}, ${trade.exitReason})`,
      clientCode,
      option: legs[0]?.option ?? null,
      at: trade.entryTime.getTime(),
    }
    const isKnown = legs.every(({ netPaise }) => netPaise !== null)
    into.same(
      'trades: units, charges, gross and net against their legs',
      [trade.quantity, trade.exitQuantity, trade.chargesPaise, trade.grossPaise, trade.netPaise],
      [
        ...[sum(legs, ({ quantity }) => quantity), sum(legs, ({ exitQuantity }) => exitQuantity)],
        ...[sum(legs, ({ chargesPaise }) => Number(chargesPaise))],
        ...[
          isKnown ? sum(legs, ({ grossPaise }) => Number(grossPaise)) : null,
          isKnown ? sum(legs, ({ netPaise }) => Number(netPaise)) : null,
        ],
      ],
      what,
    )
  }
}

/** What owners have sold by hand of their legs, against what the books have as closed by hand: by account, contract and price. */
function compareHandSales({ orders, traderOf }: Books, mirror: ExchangeMirror, into: Comparison): void {
  const byHand = mirror.entries.flatMap((entry) =>
    entry.kind === 'fill' && entry.fill.tag === '' && entry.fill.product === 'INTRADAY' && entry.fill.side === 'SELL'
      ? { ...entry.fill }
      : [],
  )
  const sold = totalsBy(
    byHand,
    ({ clientCode, tradingSymbol }) => `${clientCode} ${tradingSymbol}`,
    ({ units, price }) => ({ units, value: units * price }),
  )
  const exits = orders
    .filter(({ clientOrderId }) => clientOrderId.startsWith('H'))
    .flatMap(({ fills, ...order }) => fills.map((fill) => ({ ...fill, order })))
  const booked = totalsBy(
    exits,
    ({ order }) => `${traderOf(order.userId).account.clientCode} ${symbolOf(order.contract)}`,
    ({ quantity, pricePaise }) => ({ units: quantity, value: quantity * Number(pricePaise) }),
  )
  for (const key of new Set([...sold.keys(), ...booked.keys()])) {
    const [clientCode = '', option = ''] = key.split(' ')
    const at = byHand.findLast((fill) => fill.clientCode === clientCode && fill.tradingSymbol === option)?.at ?? null
    const what = { text: `booked as closed by hand against sold by hand`, clientCode, option, at }
    into.same('sales by hand: units and value, by account and contract', booked.get(key) ?? NOTHING, sold.get(key) ?? NOTHING, what)
  }
}

const contractOf = ({ clientCode, tradingSymbol }: { readonly clientCode: string; readonly tradingSymbol: string }) =>
  `${clientCode} ${tradingSymbol}`

/** The trading symbol of a stored contract. */
export function symbolOf(contract: unknown): string {
  if (typeof contract === 'object' && contract !== null && 'tradingSymbol' in contract && typeof contract.tradingSymbol === 'string')
    return contract.tradingSymbol
  throw new TypeError('a contract without a trading symbol')
}

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}
