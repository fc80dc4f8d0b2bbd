import { formatRupees, type Paise } from '../money.ts'
import type { OrderSide } from './OrderSide.ts'

/** An open leg, in paise. */
export interface LeveledLeg {
  /** How it was opened. */
  readonly side: OrderSide
  /** In force; null: it has none of its own. */
  readonly stop: Paise | null
  readonly target: Paise | null
  /** Whether its stop follows the premium. */
  readonly trails: boolean
  /** The contract's price step. */
  readonly tick: Paise
  /** Null: no price is known yet. */
  readonly last: Paise | null
}

/** Levels that an owner asks for; null: that one stays. */
export interface Asked {
  readonly stop: Paise | null
  readonly target: Paise | null
}

/** Why levels cannot be set, with the numbers compared, and which of them it is about. */
export interface LevelRefusal {
  readonly level: keyof Asked
  readonly text: string
}

/**
 * Whether levels can be set for a leg; null: they can. A bought leg's stop lies below the last price and its target above, a sold one's the
 * other way round: any other would close it at once. A level at zero is none: no premium falls so far.
 */
export function judgeLevels(leg: LeveledLeg, asked: Asked): LevelRefusal | null {
  const { side, tick, trails, last } = leg
  const { stop, target } = asked
  if (stop === null && target === null) return { level: 'stop', text: 'Give a stop, a target or both.' }
  const places = side === 'BUY' ? { stop: 'below', target: 'above' } : { stop: 'above', target: 'below' }
  for (const level of ['stop', 'target'] as const) {
    const price = asked[level]
    if (price === null) continue
    if (price <= 0) return { level, text: `No premium falls to ${formatRupees(price)}: the ${level} would never be reached.` }
    if (price % tick !== 0) return { level, text: `The ${level} must be a multiple of ${formatRupees(tick)}, got ${formatRupees(price)}.` }
    if (last === null || isThere(price, places[level], last)) continue
    const text = `The ${level} of ${formatRupees(price)} is not ${places[level]} the last price of ${formatRupees(last)}: it would close the trade at once.`
    return { level, text: `${text} To do that, close the trade.` }
  }
  if (trails && stop !== null && leg.stop !== null && stop < leg.stop)
    return { level: 'stop', text: `This stop trails: you can raise it, not lower it. It is at ${formatRupees(leg.stop)} now.` }
  const [newStop, newTarget] = [stop ?? leg.stop, target ?? leg.target]
  if (newStop === null || newTarget === null || isThere(newStop, places.stop, newTarget)) return null
  const text = `The stop of ${formatRupees(newStop)} is not ${places.stop} the target of ${formatRupees(newTarget)}.`
  return { level: stop === null ? 'target' : 'stop', text }
}

function isThere(price: Paise, place: string, of: Paise): boolean {
  return place === 'below' ? price < of : price > of
}
