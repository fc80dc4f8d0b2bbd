import type { Database } from '../../../prisma/client.ts'
import { describeCondition } from '../../../schema/rules/describeCondition.ts'
import { describeEntryRule } from '../../../schema/rules/entryTime.ts'
import { parseRuleSet } from '../../../schema/rules/parseRuleSet.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'

interface VersionKey {
  readonly strategyId: string
  readonly version: number
}

type Sentences = Readonly<Record<SignalSide, string | null>>

const keyOf = ({ strategyId, version }: VersionKey) => `${strategyId} ${version}`

/** The entry rules of strategies in plain English. A version of a strategy never changes, so each is read and parsed once. */
export class EntryRules {
  readonly #db: Database
  readonly #known = new Map<string, Sentences>()
  constructor(db: Database) {
    this.#db = db
  }

  /**
   * A lookup of the rule for a version's side, for these versions: "EMA(9) crosses above EMA(21)"; null when it has none. One statement at
   * most.
   */
  async of(versions: readonly VersionKey[]): Promise<(version: VersionKey, side: SignalSide) => string | null> {
    const missing = new Map(versions.map((version) => [keyOf(version), version] as const).filter(([key]) => !this.#known.has(key)))
    if (missing.size > 0) {
      const read = await this.#db.strategyVersion.findMany({
        where: { OR: [...missing.values()].map(({ strategyId, version }) => ({ strategyId, version })) },
        select: { strategyId: true, version: true, rules: true },
      })
      for (const { rules, ...version } of read) this.#known.set(keyOf(version), sentencesOf(rules))
    }
    return (version, side) => this.#known.get(keyOf(version))?.[side] ?? null
  }
}

function sentencesOf(rules: unknown): Sentences {
  const parsed = parseRuleSet(rules)
  if (!parsed.ok) return { LONG: null, SHORT: null, NEUTRAL: null }
  const { long, short, enter, interval } = parsed.value
  return {
    LONG: long && describeCondition(long),
    SHORT: short && describeCondition(short),
    NEUTRAL: enter && describeEntryRule(enter, interval),
  }
}
