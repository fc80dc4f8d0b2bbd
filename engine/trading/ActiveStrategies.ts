import type { Logger } from 'pino'
import type { Interval } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import type { Instant } from '../../schema/time.ts'

/** How long, in real milliseconds, the list is trusted when no event says that it changed. */
const TRUSTED_MS = 5_000

/** A strategy as it is stored: its rules are not checked yet. */
export interface StoredStrategy {
  readonly id: string
  readonly slug: string
  readonly rules: unknown
  readonly instruments: readonly string[]
}

export interface ActiveStrategy {
  readonly id: string
  readonly rules: RuleSet
  readonly instruments: readonly string[]
}

/** The strategies worth evaluating: active, public and subscribed to. Read again every few seconds and when told. */
export class ActiveStrategies {
  readonly #load: () => Promise<readonly StoredStrategy[]>
  readonly #log: Logger
  #strategies: readonly ActiveStrategy[] = []
  #readAt: Instant | null = null

  constructor(load: () => Promise<readonly StoredStrategy[]>, log: Logger) {
    this.#load = load
    this.#log = log
  }

  /** The list has changed: the next question reads it again. */
  invalidate(): void {
    this.#readAt = null
  }

  /** The strategies that trade an index on bars of an interval. `real`: real time. Rejects when a reading that is due fails. */
  async on(index: IndexSymbol, interval: Interval, real: Instant): Promise<readonly ActiveStrategy[]> {
    if (this.#readAt === null || real - this.#readAt > TRUSTED_MS) {
      // Before the reading: an event that comes meanwhile must not be forgotten.
      this.#readAt = real
      try {
        this.#strategies = this.#parse(await this.#load())
      } catch (error) {
        this.invalidate()
        throw error
      }
    }
    return this.#strategies.filter((strategy) => strategy.rules.interval === interval && strategy.instruments.includes(index))
  }

  #parse(stored: readonly StoredStrategy[]): ActiveStrategy[] {
    const strategies: ActiveStrategy[] = []
    for (const { id, slug, rules, instruments } of stored) {
      const parsed = parseRuleSet(rules)
      if (parsed.ok) strategies.push({ id, rules: parsed.value, instruments })
      else this.#log.error({ strategy: slug, errors: parsed.error }, 'strategy left out: its rules do not parse')
    }
    return strategies
  }
}
