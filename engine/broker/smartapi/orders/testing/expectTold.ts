import { expect } from 'vitest'
import type { JudgedSequence } from './tradeSequences.ts'

/** Reports match what happened: each unit once and at its price, no end before what came before it, and one end. For tests. */
export function expectTold(sequences: readonly JudgedSequence[]): void {
  for (const { tag, order, updates, fills } of sequences) {
    const told = updates.flatMap((update) => (update.type === 'filled' ? update : []))
    const units = told.reduce((sum, { quantity }) => sum + quantity, 0)
    const value = told.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
    const worth = fills.reduce((sum, fill) => sum + fill.units * fill.price, 0)
    expect([tag, units, value]).toEqual([tag, order.filled, worth])
    const ends = updates.filter(({ type }) => type === 'cancelled' || type === 'rejected').map(({ type }) => type)
    // One that was filled late was cancelled before.
    const wasCancelled = order.status === 'complete' && ends.length === 1 && order.filled === order.quantity
    if (!wasCancelled) expect([tag, ends]).toEqual([tag, order.status === 'complete' ? [] : [order.status]])
    expect(updates.filter(({ type }) => type === 'accepted').length).toBeLessThanOrEqual(1)
  }
}
