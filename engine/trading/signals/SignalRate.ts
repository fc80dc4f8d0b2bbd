import { SECOND, type Instant } from '../../../schema/time.ts'
import { versionKey, type StrategyVersion } from './ActiveStrategies.ts'

/** Per version and market second. Rules signal once per index and closed bar: four times, when the bars of all indices close in it. */
export const MOST_SIGNALS_A_SECOND = 50

/** A version that signals more often than any rules can. */
export interface Runaway extends StrategyVersion {
  /** In this market second so far. */
  readonly signals: number
}

/** Counts each version's signals per market second to catch a runaway, whatever caused it. */
export class SignalRate {
  #second = -Infinity
  readonly #counts = new Map<string, number>()

  /** Counts these signals of the market time `now`; returns the versions that just exceeded the limit, each once. */
  count(signals: readonly StrategyVersion[], now: Instant): readonly Runaway[] {
    const second = Math.floor(now / SECOND)
    if (second !== this.#second) this.#counts.clear()
    this.#second = second
    const counted = new Map<string, Runaway>()
    for (const { strategyId, version } of signals) {
      const key = versionKey({ strategyId, version })
      const count = (this.#counts.get(key) ?? 0) + 1
      this.#counts.set(key, count)
      counted.set(key, { strategyId, version, signals: count })
    }
    return [...counted.values()].filter((each) => each.signals > MOST_SIGNALS_A_SECOND)
  }
}
