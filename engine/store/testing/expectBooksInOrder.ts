import { expect } from 'vitest'
import type { Database } from '../../../prisma/client.ts'
import type { OrderPurpose } from '../../../schema/trading/OrderPurpose.ts'

const sum = <T>(rows: readonly T[], pick: (row: T) => bigint) => rows.reduce((total, row) => total + pick(row), 0n)

/**
 * The laws of the books. Orders: filled units equal their fills' units, within the order, in whole lots; a finished one reserves nothing.
 * Legs: their entries are the orders of one signal; opened and closed units and their values equal the fills' own, no more is closed
 * than opened, charges are the fills' own, net = sold − bought − charges; closed when, and only when, all is closed. Trades: they sum
 * up their legs and are over with the last one, except a position that waits to reopen one. Users: the realised paper result is the sum of
 * the closed paper legs. These hold at every moment, whoever trades. For tests only.
 */
export async function expectBooksInOrder(db: Database): Promise<void> {
  const trades = await db.trade.findMany({ include: { legs: true } })
  const legs = trades.flatMap((trade) => trade.legs)
  const orders = await db.order.findMany({ include: { fills: true } })
  expect.soft(await db.leg.count()).toBe(legs.length)
  for (const { id, status, quantity, filledQuantity, filledValuePaise, reservedPaise, purpose, contract, fills } of orders) {
    const isDone = ['FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'].includes(status)
    expect.soft({ id, units: Number(sum(fills, (fill) => BigInt(fill.quantity))) }).toEqual({ id, units: filledQuantity })
    expect.soft({ id, value: valueOf(fills) }).toEqual({ id, value: filledValuePaise })
    expect
      .soft({ id, within: filledQuantity <= quantity, whole: status === 'FILLED' })
      .toEqual({ id, within: true, whole: filledQuantity === quantity })
    expect.soft({ id, lots: fills.every((fill) => fill.quantity % lotSizeOf(contract) === 0) }).toEqual({ id, lots: true })
    expect.soft({ id, reserves: reservedPaise > 0n }).toEqual({ id, reserves: purpose === 'ENTRY' && !isDone })
  }
  for (const leg of legs) {
    const ofLeg = orders.filter(({ legId }) => legId === leg.id)
    const fillsOf = (purpose: OrderPurpose) => ofLeg.filter((order) => order.purpose === purpose).flatMap(({ fills }) => fills)
    const [opened, closed] = [fillsOf('ENTRY'), fillsOf('EXIT')]
    const { id, tradeId, side, quantity, exitQuantity, exitValuePaise, entryValuePaise, chargesPaise } = leg
    const isClosed = exitQuantity === quantity
    const gross = side === 'BUY' ? exitValuePaise - entryValuePaise : entryValuePaise - exitValuePaise
    expect.soft({ id, quantity, exitQuantity, exitValuePaise, entryValuePaise, chargesPaise }).toEqual({
      id,
      quantity: Number(sum(opened, (fill) => BigInt(fill.quantity))),
      exitQuantity: Number(sum(closed, (fill) => BigInt(fill.quantity))),
      exitValuePaise: valueOf(closed),
      entryValuePaise: valueOf(opened),
      chargesPaise: sum([...opened, ...closed], (fill) => fill.chargesPaise),
    })
    const entries = ofLeg.filter(({ purpose }) => purpose === 'ENTRY')
    expect.soft({ id, signals: new Set(entries.map(({ signalId }) => signalId)).size }).toEqual({ id, signals: 1 })
    const isOfLeg = (order: (typeof ofLeg)[number]) => order.tradeId === tradeId && (order.side === side) === (order.purpose === 'ENTRY')
    expect.soft({ id, orders: ofLeg.every(isOfLeg) }).toEqual({ id, orders: true })
    // Closed without orders.
    if (leg.exitReason === 'MARKET_CHANGED' || leg.exitReason === 'NOT_HELD') continue
    expect.soft({ id, closed: leg.status !== 'RUNNING', gross: leg.grossPaise, net: leg.netPaise }).toEqual({
      ...{ id, closed: isClosed, gross: isClosed ? gross : null, net: isClosed ? gross - chargesPaise : null },
    })
  }
  for (const { legs: ofTrade, ...trade } of trades) {
    const { id, status, quantity, exitQuantity, chargesPaise, realisedPaise, netPaise } = trade
    const numbers = orders.flatMap((order) => (order.tradeId === id && order.purpose === 'ENTRY' ? order.slice : []))
    expect.soft({ id, numbers: numbers.toSorted((one, other) => one - other) }).toEqual({ id, numbers: numbers.map((_number, i) => i) })
    const realised = sum(ofTrade, (leg) => leg.netPaise ?? 0n)
    const waits = status === 'RUNNING' && ofTrade.some(({ terms }) => isOfPosition(terms))
    const isOver = !waits && ofTrade.every((leg) => leg.status !== 'RUNNING')
    const isKnown = isOver && ofTrade.every((leg) => leg.netPaise !== null)
    expect.soft({ id, quantity, exitQuantity, chargesPaise, realisedPaise, netPaise, over: status !== 'RUNNING' }).toEqual({
      ...{ id, quantity: units(ofTrade, (leg) => leg.quantity), exitQuantity: units(ofTrade, (leg) => leg.exitQuantity) },
      ...{ chargesPaise: sum(ofTrade, (leg) => leg.chargesPaise), realisedPaise: realised, netPaise: isKnown ? realised : null },
      over: isOver,
    })
    expect.soft({ id, blocks: trade.blockedPaise > 0n }).toEqual({ id, blocks: !isOver })
  }
  const filled = orders.filter(({ filledQuantity }) => filledQuantity > 0)
  expect.soft(new Set(filled.map(({ legId }) => legId))).toEqual(new Set(legs.map(({ id }) => id)))
  for (const { id, paperRealisedPaise } of await db.user.findMany()) {
    const ofUser = trades.filter(({ userId, mode }) => userId === id && mode === 'PAPER')
    expect.soft({ id, realised: paperRealisedPaise }).toEqual({ id, realised: sum(ofUser, ({ realisedPaise }) => realisedPaise) })
  }
}

function valueOf(fills: readonly { readonly quantity: number; readonly pricePaise: bigint }[]): bigint {
  return sum(fills, ({ quantity, pricePaise }) => BigInt(quantity) * pricePaise)
}

function units<T>(rows: readonly T[], pick: (row: T) => number): number {
  return Number(sum(rows, (row) => BigInt(pick(row))))
}

function isOfPosition(terms: unknown): boolean {
  return typeof terms === 'object' && terms !== null && 'position' in terms && terms.position !== null
}

function lotSizeOf(contract: unknown): number {
  if (typeof contract === 'object' && contract !== null && 'lotSize' in contract && typeof contract.lotSize === 'number')
    return contract.lotSize
  throw new TypeError('a contract without a lot')
}
