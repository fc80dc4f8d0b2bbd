import { paise } from '../../../schema/money.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { PlannedLeg } from '../risk/assess.ts'
import { largestOrder, slicesOf } from '../../../schema/market/orderSlices.ts'
import type { AddressedSignal, Addressee, TakenSignal } from './takeSignals.ts'

/** One order of an entry: several per trade with several legs, or where one exceeds the exchange's limit. */
export interface EntrySlice extends AddressedSignal<Addressee> {
  /** The part of the leg that this order opens. */
  readonly part: PlannedLeg
  readonly tradeId: string
  readonly legId: string
  /** Index among the trade's orders, from 0. */
  readonly slice: number
}

/**
 * Splits entries into orders, a trade's under one trade id; a leg's reservation is divided among its orders. `freezeFor`: the
 * freeze quantity of an index.
 */
export function entrySlices(
  taken: readonly TakenSignal<Addressee>[],
  newId: () => string,
  freezeFor: (index: IndexSymbol) => number,
): readonly EntrySlice[] {
  return taken.flatMap(({ plan, signalId, side, candidate }): readonly EntrySlice[] => {
    const tradeId = newId()
    let slice = 0
    return plan.legs.flatMap((leg) => {
      const legId = newId()
      return partsOf(leg, freezeFor).map((part) => ({ signalId, side, candidate, part, tradeId, legId, slice: slice++ }))
    })
  })
}

function partsOf(leg: PlannedLeg, freezeFor: (index: IndexSymbol) => number): readonly PlannedLeg[] {
  const { quantity, contract, reserved } = leg
  const largest = largestOrder(freezeFor(contract.index), contract.lotSize)
  if (quantity <= largest) return [leg]
  let left: number = reserved
  return slicesOf(quantity, largest).map((units, i, { length }) => {
    const share = i === length - 1 ? left : Math.floor((reserved * units) / quantity)
    left -= share
    return { ...leg, quantity: units, reserved: paise(share) }
  })
}
