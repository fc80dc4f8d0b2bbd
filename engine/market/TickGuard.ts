import { SECOND, type Instant } from '../../schema/time.ts'
import { instrumentId } from '../broker/instrumentId.ts'
import type { InstrumentKey, Tick } from '../broker/port.ts'

/**
 * Why a tick was dropped: older than the last one, a duplicate of it, an impossible price, a time the market has not reached, or an index
 * step that no second tick confirmed.
 */
export type TickDrop = 'late' | 'duplicate' | 'price' | 'future' | 'unconfirmed'

/** An index step larger than this between two ticks needs a later tick that agrees. */
const LARGEST_STEP = 0.05
/** Ticks of one message, or of one fault, come closer together than this; an index moves about once a second. */
const CONFIRMED_AFTER_MS = SECOND

interface Seen {
  readonly last: Tick
  /** All ticks passed with the time stamp of `last`: any of them may be repeated. */
  readonly atLast: readonly Tick[]
  /** A tick after `last` that stepped too far and waits for confirmation. */
  readonly held: Tick | null
}

/** Passes, per instrument, ticks in time order, each once, with possible prices. Counts what it drops. */
export class TickGuard {
  readonly drops: Record<TickDrop, number> = { late: 0, duplicate: 0, price: 0, future: 0, unconfirmed: 0 }
  readonly #onDrop: (tick: Tick, reason: TickDrop) => void
  readonly #seen = new Map<string, Seen>()

  constructor(onDrop: (tick: Tick, reason: TickDrop) => void) {
    this.#onDrop = onDrop
  }

  /**
   * The ticks that pass, oldest first: none, this one, or a held one and this one that confirms it. `latest` is the market time after which
   * a time stamp is impossible; `isIndex` enables the step check.
   */
  accept(tick: Tick, latest: Instant, isIndex: boolean): readonly Tick[] {
    if (!Number.isSafeInteger(tick.lastPrice) || tick.lastPrice <= 0) return this.#drop(tick, 'price')
    if (!(tick.at <= latest)) return this.#drop(tick, 'future')
    const id = instrumentId(tick)
    const seen = this.#seen.get(id)
    const held = seen?.held ?? null
    if (seen && tick.at < seen.last.at) return this.#drop(tick, 'late')
    if (seen?.atLast.some((other) => isSame(tick, other)) || (held && isSame(tick, held))) return this.#drop(tick, 'duplicate')

    if (!isIndex || !seen || isNear(tick, seen.last)) {
      this.#seen.set(id, { last: tick, atLast: seen?.last.at === tick.at ? [...seen.atLast, tick] : [tick], held: null })
      if (held) this.#drop(held, 'unconfirmed')
      return [tick]
    }
    if (held && isNear(tick, held)) {
      if (tick.at < held.at + CONFIRMED_AFTER_MS) return this.#drop(tick, 'unconfirmed')
      this.#seen.set(id, { last: tick, atLast: [tick], held: null })
      return [held, tick]
    }
    this.#seen.set(id, { ...seen, held: tick })
    if (held) this.#drop(held, 'unconfirmed')
    return []
  }

  /** The instrument is no longer watched. */
  forget(key: InstrumentKey): void {
    this.#seen.delete(instrumentId(key))
  }

  #drop(tick: Tick, reason: TickDrop): readonly Tick[] {
    this.drops[reason]++
    this.#onDrop(tick, reason)
    return []
  }
}

function isNear(tick: Tick, other: Tick): boolean {
  return Math.abs(tick.lastPrice - other.lastPrice) <= other.lastPrice * LARGEST_STEP
}

function isSame(tick: Tick, other: Tick): boolean {
  return tick.at === other.at && tick.lastPrice === other.lastPrice && tick.bid === other.bid && tick.ask === other.ask
}
