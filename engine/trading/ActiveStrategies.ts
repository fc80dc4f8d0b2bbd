import type { Logger } from 'pino'
import { ok } from '../../schema/errors.ts'
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

/** A strategy with the text its rules were parsed from. */
interface Parsed {
  readonly text: string
  readonly rules: RuleSet
}

/**
 * The strategies worth evaluating: active, public, subscribed to and not in quarantine. Read again every few seconds and when told.
 * Rules that did not change keep their object.
 */
export class ActiveStrategies {
  readonly #load: () => Promise<readonly StoredStrategy[]>
  readonly #log: Logger
  #strategies: readonly ActiveStrategy[] = []
  #readAt: Instant | null = null
  #parsed: ReadonlyMap<string, Parsed> = new Map()
  readonly #quarantined = new Map<string, Instant>()

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
    return this.#strategies.filter(
      ({ id, rules, instruments }) =>
        rules.interval === interval && instruments.includes(index) && real >= (this.#quarantined.get(id) ?? -Infinity),
    )
  }

  /** Leaves these strategies out until an instant of real time, or until their rules change. */
  quarantine(ids: readonly string[], until: Instant): void {
    for (const id of ids) this.#quarantined.set(id, until)
  }

  #parse(stored: readonly StoredStrategy[]): ActiveStrategy[] {
    const known = this.#parsed
    const parsed = new Map<string, Parsed>()
    const strategies: ActiveStrategy[] = []
    for (const { id, slug, rules, instruments } of stored) {
      const text = JSON.stringify(rules)
      const before = known.get(id)
      if (before && before.text !== text) this.#quarantined.delete(id)
      const result = before?.text === text ? ok(before.rules) : parseRuleSet(rules)
      if (result.ok) {
        parsed.set(id, { text, rules: result.value })
        strategies.push({ id, rules: result.value, instruments })
      } else this.#log.error({ strategy: slug, errors: result.error }, 'strategy left out: its rules do not parse')
    }
    this.#parsed = parsed
    return strategies
  }
}
