import type { Logger } from 'pino'
import { ok } from '../../../schema/errors.ts'
import type { Interval } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import type { RuleSet } from '../../../schema/rules/RuleSet.ts'
import { volumeMistake } from '../../../schema/rules/volumeMistake.ts'
import type { Instant } from '../../../schema/time.ts'

/** How long, in real milliseconds, the list is trusted without a change event. */
const TRUSTED_MS = 5_000

/** Names a strategy version. */
export interface StrategyVersion {
  readonly strategyId: string
  readonly version: number
}

/** Interned: the same string for the same version. */
export function versionKey({ strategyId, version }: StrategyVersion): string {
  return `${strategyId} ${version}`
}

/** A stored strategy version: its rules are not validated yet. */
export interface StoredStrategy {
  readonly id: string
  readonly version: number
  readonly slug: string
  readonly rules: unknown
  readonly instruments: readonly string[]
}

export interface ActiveStrategy {
  readonly id: string
  readonly version: number
  readonly rules: RuleSet
  readonly instruments: readonly string[]
}

/**
 * The strategy versions worth evaluating: active, public, subscribed and not in quarantine. Reread every few seconds and on a change event.
 * A version's rules never change and keep their object.
 */
export class ActiveStrategies {
  readonly #load: () => Promise<readonly StoredStrategy[]>
  readonly #log: Logger
  #strategies: readonly ActiveStrategy[] = []
  #readAt: Instant | null = null
  /** By versionKey. */
  #parsed: ReadonlyMap<string, RuleSet> = new Map()
  readonly #quarantined = new Map<string, Instant>()

  constructor(load: () => Promise<readonly StoredStrategy[]>, log: Logger) {
    this.#load = load
    this.#log = log
  }

  /** The list has changed: the next call rereads it. */
  invalidate(): void {
    this.#readAt = null
  }

  /** The strategies that trade an index on bars of an interval. `real`: real time. Rejects when a due read fails. */
  async on(index: IndexSymbol, interval: Interval, real: Instant): Promise<readonly ActiveStrategy[]> {
    if (this.#readAt === null || real - this.#readAt > TRUSTED_MS) {
      // Before the read: an event during it must not be lost.
      this.#readAt = real
      try {
        this.#strategies = this.#parse(await this.#load())
      } catch (error) {
        this.invalidate()
        throw error
      }
    }
    return this.#strategies.filter(
      ({ id: strategyId, version, rules, instruments }) =>
        rules.interval === interval &&
        instruments.includes(index) &&
        real >= (this.#quarantined.get(versionKey({ strategyId, version })) ?? -Infinity),
    )
  }

  /** The positions that an index's strategies open, as last read. */
  positionsOn(index: IndexSymbol): readonly PositionRule[] {
    return this.#strategies.flatMap(({ rules, instruments }) => (rules.position && instruments.includes(index) ? rules.position : []))
  }

  /** Quarantines these versions until an instant of real time. */
  quarantine(versions: readonly StrategyVersion[], until: Instant): void {
    for (const version of versions) this.#quarantined.set(versionKey(version), until)
  }

  #parse(stored: readonly StoredStrategy[]): ActiveStrategy[] {
    const parsed = new Map<string, RuleSet>()
    const strategies: ActiveStrategy[] = []
    for (const { id, version, slug, rules, instruments } of stored) {
      const key = versionKey({ strategyId: id, version })
      const known = this.#parsed.get(key)
      const result = known ? ok(known) : parseRuleSet(rules)
      if (result.ok) {
        parsed.set(key, result.value)
        const mistake = volumeMistake(result.value)
        if (mistake === null) strategies.push({ id, version, rules: result.value, instruments })
        else if (!known) this.#log.warn({ strategy: slug, version, mistake }, 'strategy left out: its rules cannot trade an index')
      } else this.#log.error({ strategy: slug, version, errors: result.error }, 'strategy left out: its rules do not parse')
    }
    this.#parsed = parsed
    return strategies
  }
}
