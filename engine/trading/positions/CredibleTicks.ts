import type { Paise } from '../../../schema/money.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { Tick } from '../../broker/port.ts'

/** How far outside its own book a last price may lie, as a fraction of the side that it has passed. */
const ROOM = 0.1

/**
 * Tells ticks to act on from those of which the last price contradicts the best bid or ask that came with it: a single one of them closes
 * nothing and moves no stop. A second one in a row at about that price is believed: the book may be the one that is behind. Ticks without a
 * book are believed.
 */
export class CredibleTicks {
  /** The last prices of ticks that were not believed, until one of their contract agrees with its book. */
  readonly #doubted = new Map<string, Paise>()

  isCredible(tick: Tick): boolean {
    const { lastPrice } = tick
    if (!contradictsBook(tick)) {
      if (this.#doubted.size > 0) this.#doubted.delete(instrumentId(tick))
      return true
    }
    const id = instrumentId(tick)
    const before = this.#doubted.get(id)
    this.#doubted.set(id, lastPrice)
    return before !== undefined && Math.abs(lastPrice - before) <= before * ROOM
  }
}

function contradictsBook({ lastPrice, bid, ask }: Tick): boolean {
  return (bid !== null && lastPrice < bid * (1 - ROOM)) || (ask !== null && lastPrice > ask * (1 + ROOM))
}
