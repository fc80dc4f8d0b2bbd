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
  readonly count: number
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
      this.#db.$queryRaw<(Counted & { readonly since: Date })[]>`
        SELECT reason, count(*)::int AS count, min("candleAt") AS since FROM "AgentAnalysis"
        WHERE market = ${market} AND symbol = ${symbol} AND lookback = ${lookback} GROUP BY reason`,
      this.#db.$queryRaw<Counted[]>`
        SELECT denial.reason, count(*)::int AS count FROM "Denial" denial
        JOIN "Signal" signal ON signal.id = denial."signalId" AND signal.market = ${market} AND signal.symbol = ${symbol}
        JOIN "Strategy" strategy ON strategy.id = signal."strategyId" AND strategy.agent IS NOT NULL
        WHERE denial."userId" = ${userId}::uuid GROUP BY denial.reason`,
    ])
    return {
      id: `${shownIndex(symbol)}-${lookback}`,
      analyses: analyses.reduce((sum, { count }) => sum + count, 0),
      since: analyses.length === 0 ? null : new Date(Math.min(...analyses.map(({ since }) => since.getTime()))),
      verdicts: analyses.find(({ reason }) => reason === null)?.count ?? 0,
      refusals: mostFirst(AGENT_REASONS, analyses),
      denials: mostFirst(DENIAL_REASONS, denials),
    }
  }
}

/** The reasons that were given, the most frequent first. */
function mostFirst<Reason extends string>(reasons: readonly Reason[], counted: readonly Counted[]) {
  const counts = new Map(counted.map(({ reason, count }) => [reason, count]))
  return reasons
    .map((reason) => ({ reason, count: counts.get(reason) ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
}
