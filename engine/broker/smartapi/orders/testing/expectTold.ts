import { expect } from 'vitest'
import type { JudgedSequence } from './tradeSequences.ts'

/** What was told is what happened: each fill once, with its units and price, no end before what came before it, and one end. For tests. */
export function expectTold(sequences: readonly JudgedSequence[]): void {
  for (const { tag, order, updates, fills } of sequences) {
    const told = updates.flatMap((update) => (update.type === 'filled' ? update : []))
    const seen = told.map(({ fillId, quantity, price }) => ({ fillId, units: quantity, price }))
    const truth = fills.map(({ fillId, units, price }) => ({ fillId: `${order.orderId}-${fillId}`, units, price }))
    expect([tag, byId(seen)]).toEqual([tag, byId(truth)])
    expect(told.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(order.filled)
    const ends = updates.filter(({ type }) => type === 'cancelled' || type === 'rejected').map(({ type }) => type)
    // One that was filled late was cancelled before.
    const wasCancelled = order.status === 'complete' && ends.length === 1 && order.filled === order.quantity
    if (!wasCancelled) expect([tag, ends]).toEqual([tag, order.status === 'complete' ? [] : [order.status]])
    expect(updates.filter(({ type }) => type === 'accepted').length).toBeLessThanOrEqual(1)
  }
}

function byId<Item extends { readonly fillId: string }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.fillId.localeCompare(b.fillId))
}
