import { expect } from 'vitest'
import type { Database } from '../../prisma/client.ts'

/** Every trade has exactly one entry fill and at most one exit fill, every fill is of one trade, and the money adds up. For tests only. */
export async function expectBooksInOrder(db: Database): Promise<void> {
  const trades = await db.trade.findMany()
  const orders = await db.order.findMany({ include: { fills: true, signal: true } })
  for (const trade of trades) {
    const ofTrade = orders.filter(({ tradeId }) => tradeId === trade.id)
    const entries = ofTrade.filter(({ purpose }) => purpose === 'ENTRY').flatMap(({ fills }) => fills)
    const exits = ofTrade.filter(({ purpose }) => purpose === 'EXIT').flatMap(({ fills }) => fills)
    expect(entries).toHaveLength(1)
    expect(exits).toHaveLength(trade.status === 'RUNNING' ? 0 : 1)
    const [entry, exit] = [entries[0], exits[0]]
    expect(entry?.pricePaise).toBe(trade.entryPricePaise)
    if (!entry || !exit) continue
    expect(trade.grossPaise).toBe((exit.pricePaise - entry.pricePaise) * BigInt(trade.quantity))
    expect(trade.chargesPaise).toBe(entry.chargesPaise + exit.chargesPaise)
    expect(trade.netPaise).toBe((trade.grossPaise ?? 0n) - trade.chargesPaise)
    expect(trade.exitTime?.getTime()).toBeGreaterThan(trade.entryTime.getTime())
  }
  const filled = orders.filter(({ fills }) => fills.length > 0)
  expect(new Set(filled.map(({ tradeId }) => tradeId))).toEqual(new Set(trades.map(({ id }) => id)))
  expect(filled.every(({ status, quantity, filledQuantity }) => status === 'FILLED' && quantity === filledQuantity)).toBe(true)
}
