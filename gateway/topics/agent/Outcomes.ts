import type { Database } from '../../../prisma/client.ts'
import type { AgentOutcomes } from '../../../schema/graphql/agentOutcomes.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { AGENT_REASONS } from '../../../schema/trading/agent.ts'
import { DENIAL_REASONS } from '../../../schema/trading/denials.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { keyInput } from './input.ts'

interface Counted {
  readonly reason: string | null
  readonly _count: number
}

/** What came of analyses, those that were refused before anything was compared included, and of the trades they led to. */
export class Outcomes {
  readonly #db: Database
  readonly #engine: EngineStates
  constructor(db: Database, engine: EngineStates) {
    this.#db = db
    this.#engine = engine
  }

  /** Of the stored analyses of a key in the present market; and of what the agent of the user was refused there on the index, whatever its lookback. Throws BAD_USER_INPUT. */
  async of(userId: string, input: unknown): Promise<AgentOutcomes> {
    const { symbol, lookback } = parseInput(keyInput, input)
    const market = (await this.#engine.read())?.market ?? ''
    const [analyses, denials] = await Promise.all([
      this.#db.agentAnalysis.groupBy({ by: ['reason'], where: { market, symbol, lookback }, _count: true, _min: { candleAt: true } }),
      this.#db.denial.groupBy({
        by: ['reason'],
        where: { userId, signal: { market, symbol, strategy: { agent: { not: null } } } },
        _count: true,
      }),
    ])
    return {
      id: `${shownIndex(symbol)}-${lookback}`,
      analyses: analyses.reduce((sum, { _count: count }) => sum + count, 0),
      since: analyses.length === 0 ? null : new Date(Math.min(...analyses.map(({ _min: { candleAt } }) => candleAt!.getTime()))),
      verdicts: analyses.find(({ reason }) => reason === null)?._count ?? 0,
      refusals: mostFirst(AGENT_REASONS, analyses),
      denials: mostFirst(DENIAL_REASONS, denials),
    }
  }
}

/** The reasons that were given, the most frequent first. */
function mostFirst<Reason extends string>(reasons: readonly Reason[], counted: readonly Counted[]) {
  const counts = new Map(counted.map(({ reason, _count }) => [reason, _count]))
  return reasons
    .map((reason) => ({ reason, count: counts.get(reason) ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
}
