import { paise } from '../../schema/money.ts'
import type { SeededRandom } from '../../schema/SeededRandom.ts'
import { SECOND, type Instant } from '../../schema/time.ts'
import type { Tick } from '../broker/port.ts'
import type { Faults } from './Faults.ts'

/** Nothing, less than nothing, and paise taken for rupees. */
const WRONG_FACTORS = [0, -1, 100] as const

/** What of the exchange's ticks reaches an engine, and when: some are missing, doubled, late, out of order or wrong. */
export class UnreliableFeed {
  readonly #faults: Faults
  readonly #random: SeededRandom
  #held: { readonly due: Instant; readonly tick: Tick }[] = []
  #silentUntil: Instant = -Infinity
  #brokenOff = false

  constructor(faults: Faults, random: SeededRandom) {
    this.#faults = faults
    this.#random = random
  }

  /** The ticks that arrive at a time, of those that the exchange sent then and before. `broken`: the connection was lost in between. */
  deliver(now: Instant, sent: readonly Tick[]): { readonly ticks: readonly Tick[]; readonly broken: boolean } {
    if (this.#faults.fires('feed silent')) {
      this.#silentUntil = now + this.#random.integer(6 * SECOND, 60 * SECOND)
      this.#brokenOff = true
    }
    if (now < this.#silentUntil) return { ticks: [], broken: false }
    const due = this.#held.filter((held) => held.due <= now).map(({ tick }) => tick)
    this.#held = this.#held.filter((held) => held.due > now)
    const ticks = [...due, ...sent.flatMap((tick) => this.#arrivalsOf(tick, now))]
    if (ticks.length > 1 && this.#faults.fires('ticks out of order')) ticks.reverse()
    const broken = this.#brokenOff
    this.#brokenOff = false
    return { ticks, broken }
  }

  #arrivalsOf(tick: Tick, now: Instant): Tick[] {
    if (this.#faults.fires('ticks missing')) return []
    if (this.#faults.fires('tick late')) {
      this.#held.push({ due: now + this.#random.integer(2 * SECOND, 60 * SECOND), tick })
      return []
    }
    if (this.#faults.fires('price wrong')) {
      const factor = WRONG_FACTORS[this.#random.integer(0, WRONG_FACTORS.length - 1)] ?? 0
      return [{ ...tick, lastPrice: paise(tick.lastPrice * factor) }, tick]
    }
    return this.#faults.fires('tick twice') ? [tick, tick] : [tick]
  }
}
