import { paise } from '../../schema/money.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { largestOrder, slicesOf } from './slices.ts'
import type { TakenSignal } from './takeSignals.ts'

/** The part of an entry that is one order: a trade has one, or several when it is larger than the exchange takes in one. */
export interface EntrySlice extends TakenSignal {
  readonly tradeId: string
  /** From 0. */
  readonly slice: number
}

/**
 * The entries as the orders they are sent as, those of one trade under one trade id; what an entry sets aside is divided among its orders.
 * `freezeFor`: the freeze quantity of an index.
 */
export function entrySlices(
  taken: readonly TakenSignal[],
  newTradeId: () => string,
  freezeFor: (index: IndexSymbol) => number,
): readonly EntrySlice[] {
  return taken.flatMap((entry): readonly EntrySlice[] => {
    const { quantity, contract, reserved } = entry.plan
    const largest = largestOrder(freezeFor(contract.index), contract.lotSize)
    const tradeId = newTradeId()
    if (quantity <= largest) return [{ ...entry, tradeId, slice: 0 }]
    let left: number = reserved
    return slicesOf(quantity, largest).map((units, slice, { length }) => {
      const share = slice === length - 1 ? left : Math.floor((reserved * units) / quantity)
      left -= share
      return { ...entry, plan: { ...entry.plan, quantity: units, reserved: paise(share) }, tradeId, slice }
    })
  })
}
