import type { Database } from '../../../prisma/client.ts'
import type { AgentAnalysis as AnalysisRow } from '../../../prisma/generated/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { AgentAnalysis, AgentAnalysisConnection, AgentPath } from '../../../schema/graphql/agentAnalysis.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { MINUTE } from '../../../schema/time.ts'
import { agentRecord } from '../../../schema/trading/agentRecord.ts'
import { connection } from '../../kit/connection.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { requireField } from '../../security/personalTokens/tokenReach.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { analysesSql, type AnalysisSelection } from './analysesSql.ts'
import { analysisCsv } from './analysisCsv.ts'
import { analysesInput, analysisFiltersInput, analysisIdInput, type AnalysisFilters } from './input.ts'
import { toAnalysis } from './toAnalysis.ts'

/** Minutes after a similar moment that are shown. */
const FOLLOWED = 30

/** What analyses are of: an index, by its symbol, and a lookback. */
export interface AnalysedKey {
  readonly symbol: string
  readonly lookback: number
}

/** Whose agent looked at what is for who may read its settings. Throws FORBIDDEN. */
function requireOwner(reader: Reader, { mine }: AnalysisFilters): void {
  if (mine === true) requireField(reader, 'Query', 'agentStatus')
}

/** Who asks. */
type Reader = Pick<Principal, 'userId' | 'scopes'>

/**
 * The agent's decision records of the present market: shared by all users.
 * Raw SQL: the latest of each key (LATERAL), and minutes around many moments (unnest).
 */
export class Analyses {
  readonly #db: Database
  readonly #engine: EngineStates
  constructor(db: Database, engine: EngineStates) {
    this.#db = db
    this.#engine = engine
  }

  /** The latest first. Throws BAD_USER_INPUT, also for a cursor of another market, and FORBIDDEN to a token that may not read whose agent looked at what. */
  async page(reader: Reader, input: unknown): Promise<AgentAnalysisConnection> {
    const { first, after, ...filters } = parseInput(analysesInput, input ?? {})
    requireOwner(reader, filters)
    const limit = first ?? LIMITS.agent.analyses.default
    const selection = await this.#selection(reader, filters)
    const { market } = selection
    const last = after == null ? null : await this.#db.agentAnalysis.findFirst({ where: { id: after, market }, select: { number: true } })
    if (after != null && !last)
      throw new UserFacingError('BAD_USER_INPUT', 'after must be the id of an analysis of this market', { after: 'unknown' })
    const rows = await this.#db.$queryRaw<AnalysisRow[]>(analysesSql(selection, { before: last && last.number, limit: limit + 1 }))
    return connection(rows.map(toAnalysis), { first: limit, after })
  }

  /** All that match the filters as the pieces of a CSV file. Throws BAD_USER_INPUT and FORBIDDEN at once. */
  csv(reader: Reader, input: unknown): AsyncIterable<string> {
    const filters = parseInput(analysisFiltersInput, input)
    requireOwner(reader, filters)
    return this.#pieces(reader, filters)
  }

  async *#pieces(reader: Reader, filters: AnalysisFilters): AsyncGenerator<string> {
    yield* analysisCsv(this.#db, await this.#selection(reader, filters))
  }

  async #selection(reader: Reader, filters: AnalysisFilters): Promise<AnalysisSelection> {
    return { market: await this.#market(), filters, userId: reader.userId }
  }

  /** Throws NOT_FOUND, also for one of another market. */
  async one(input: unknown): Promise<AgentAnalysis> {
    return toAnalysis(await this.#row(input))
  }

  /** These analyses, in no particular order. */
  async byIds(ids: readonly string[]): Promise<AgentAnalysis[]> {
    return (await this.#db.agentAnalysis.findMany({ where: { id: { in: [...ids] } } })).map(toAnalysis)
  }

  /** The last one of each index and lookback; none where there is none. */
  async latest(keys: readonly AnalysedKey[]): Promise<(AnalysedKey & { readonly analysis: AgentAnalysis })[]> {
    const market = await this.#market()
    const rows = await this.#db.$queryRaw<AnalysisRow[]>`
      SELECT latest.* FROM (
        SELECT DISTINCT symbol, lookback FROM unnest(${keys.map(({ symbol }) => symbol)}::text[], ${keys.map(({ lookback }) => lookback)}::int[])
          AS named(symbol, lookback)) AS wanted, LATERAL (
        SELECT * FROM "AgentAnalysis" WHERE market = ${market} AND symbol = wanted.symbol AND lookback = wanted.lookback
        ORDER BY version DESC, "candleAt" DESC LIMIT 1) AS latest`
    return rows.map((row) => ({ symbol: row.symbol, lookback: row.lookback, analysis: toAnalysis(row) }))
  }

  /** What the index did around the similar moments of an analysis, in their order; moments whose candles are no longer stored are left out. */
  async paths(input: unknown): Promise<AgentPath[]> {
    const row = await this.#row(input)
    const { symbol, lookback, findings } = agentRecord.parse(row.record)
    const analogues = findings?.analogues ?? []
    const moments = analogues.map(({ date, minute }) => SHIPPED_MARKET_RULES.sessionHours(date).open + minute * MINUTE)
    const candles = await this.#db.$queryRaw<{ place: number; offset: number; close: number }[]>`
      SELECT moment.place::int, (extract(epoch FROM candle.time - moment.at) / 60)::int AS offset, candle.close::float8
      FROM unnest(${moments.map((at) => new Date(at))}::timestamptz[]) WITH ORDINALITY AS moment(at, place)
      JOIN "Candle" candle ON candle.market = ${row.market} AND candle.symbol = ${symbol}
        AND candle.time > moment.at - ${lookback} * interval '1 minute' AND candle.time <= moment.at + ${FOLLOWED} * interval '1 minute'
      ORDER BY moment.place, candle.time`
    return analogues.flatMap(({ date, minute }, i) => {
      const around = candles.filter(({ place }) => place === i + 1)
      const end = around.find(({ offset }) => offset === 0)?.close
      if (end === undefined) return []
      const percent = ({ close }: { readonly close: number }) => (close / end - 1) * 100
      return [
        {
          ...{ session: date, minute },
          before: around.filter(({ offset }) => offset <= 0).map(percent),
          after: around.filter(({ offset }) => offset > 0).map(percent),
        },
      ]
    })
  }

  async #row(input: unknown): Promise<AnalysisRow> {
    const { id } = parseInput(analysisIdInput, input)
    const row = await this.#db.agentAnalysis.findFirst({ where: { id, market: await this.#market() } })
    if (!row) throw new UserFacingError('NOT_FOUND', 'There is no such analysis of this market.')
    return row
  }

  /** Before any engine ran there is none, and no analysis either. */
  async #market(): Promise<string> {
    return (await this.#engine.read())?.market ?? ''
  }
}
