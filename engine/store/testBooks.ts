import { expect } from 'vitest'
import type { Database } from '../../prisma/client.ts'

const sum = <T>(rows: readonly T[], pick: (row: T) => bigint) => rows.reduce((total, row) => total + pick(row), 0n)

/**
 * The laws of the books. Orders: filled units are those of their fills, within the order, in whole lots; nothing is set aside by one
 * that is done. Trades: their entries are the orders of one signal; bought and sold units and their values are those of the fills, no more is sold than bought, charges are those of
 * the fills, net = sold − bought − charges; closed when, and only when, all is sold. Users: what was realised on paper is the sum of the
 * closed paper trades. Whoever trades breaks none of them at any moment. For tests only.
 */
export async function expectBooksInOrder(db: Database): Promise<void> {
  const trades = await db.trade.findMany()
  const orders = await db.order.findMany({ include: { fills: true } })
  const users = await db.user.findMany()
  for (const { id, status, quantity, filledQuantity, filledValuePaise, reservedPaise, purpose, contract, fills } of orders) {
    const isDone = ['FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED'].includes(status)
    expect.soft({ id, units: Number(sum(fills, (fill) => BigInt(fill.quantity))) }).toEqual({ id, units: filledQuantity })
    expect.soft({ id, value: sum(fills, (fill) => BigInt(fill.quantity) * fill.pricePaise) }).toEqual({ id, value: filledValuePaise })
    expect
      .soft({ id, within: filledQuantity <= quantity, whole: status === 'FILLED' })
      .toEqual({ id, within: true, whole: filledQuantity === quantity })
    expect.soft({ id, lots: fills.every((fill) => fill.quantity % lotSizeOf(contract) === 0) }).toEqual({ id, lots: true })
    expect.soft({ id, reserves: reservedPaise > 0n }).toEqual({ id, reserves: purpose === 'ENTRY' && !isDone })
  }
  for (const trade of trades) {
    const ofTrade = orders.filter(({ tradeId }) => tradeId === trade.id)
    const side = (purpose: 'ENTRY' | 'EXIT') => ofTrade.filter((order) => order.purpose === purpose).flatMap(({ fills }) => fills)
    const bought = side('ENTRY')
    const sold = side('EXIT')
    const { id, quantity, exitQuantity, exitValuePaise, fundUsedPaise, chargesPaise } = trade
    const isClosed = exitQuantity === quantity
    const gross = exitValuePaise - fundUsedPaise
    expect.soft({ id, quantity, exitQuantity, exitValuePaise, fundUsedPaise, chargesPaise }).toEqual({
      id,
      quantity: Number(sum(bought, (fill) => BigInt(fill.quantity))),
      exitQuantity: Number(sum(sold, (fill) => BigInt(fill.quantity))),
      exitValuePaise: sum(sold, (fill) => BigInt(fill.quantity) * fill.pricePaise),
      fundUsedPaise: sum(bought, (fill) => BigInt(fill.quantity) * fill.pricePaise),
      chargesPaise: sum([...bought, ...sold], (fill) => fill.chargesPaise),
    })
    const entries = ofTrade.filter(({ purpose }) => purpose === 'ENTRY')
    const numbers = entries.map(({ slice }) => slice).toSorted((one, other) => one - other)
    expect.soft({ id, numbers, signals: new Set(entries.map(({ signalId }) => signalId)).size }).toEqual({
      ...{ id, numbers: entries.map((_entry, i) => i), signals: 1 },
    })
    if (trade.exitReason === 'MARKET_CHANGED') continue
    expect.soft({ id, closed: trade.status !== 'RUNNING', gross: trade.grossPaise, net: trade.netPaise }).toEqual({
      ...{ id, closed: isClosed, gross: isClosed ? gross : null, net: isClosed ? gross - chargesPaise : null },
    })
  }
  const bought = orders.filter(({ filledQuantity }) => filledQuantity > 0)
  expect.soft(new Set(bought.map(({ tradeId }) => tradeId))).toEqual(new Set(trades.map(({ id }) => id)))
  for (const { id, paperRealisedPaise } of users) {
    const closed = trades.filter(({ userId, mode }) => userId === id && mode === 'PAPER')
    expect.soft({ id, realised: paperRealisedPaise }).toEqual({ id, realised: sum(closed, ({ netPaise }) => netPaise ?? 0n) })
  }
}

function lotSizeOf(contract: unknown): number {
  if (typeof contract === 'object' && contract !== null && 'lotSize' in contract && typeof contract.lotSize === 'number')
    return contract.lotSize
  throw new TypeError('a contract without a lot')
}
