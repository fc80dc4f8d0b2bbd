import type { Database } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import type { AgentStatus, AgentTrade } from '../../../schema/graphql/agent.ts'
import type { AgentAnalysis } from '../../../schema/graphql/agentAnalysis.ts'
import { marketTimeAt } from '../../../schema/market/MarketClock.ts'
import { DAY, MINUTE, type Instant } from '../../../schema/time.ts'
import type { AgentTradeKind } from '../../../schema/trading/agent.ts'
import type { TradeStatus } from '../../../schema/trading/TradeStatus.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import type { MarketService } from '../market/service.ts'
import type { TradeService } from '../trades/service.ts'
import { KNOWN_AND_GAINED } from '../trades/winRate.ts'
import { toTodayStats, toWeekStats, type SumsRow } from './agentStats.ts'
import type { AnalysedKey, Analyses } from './Analyses.ts'
import type { LiveIndices } from './LiveIndices.ts'
import type { Proposals } from './Proposals.ts'
import { toAgentMandate, toAgentSettings, UNTOUCHED_AGENT, type StoredAgent } from './storedAgent.ts'

interface Parts {
  readonly db: Database
  readonly engine: EngineStates
  readonly market: MarketService
  readonly trades: TradeService
  readonly analyses: Analyses
  readonly liveIndices: LiveIndices
  readonly proposals: Proposals
}

/** A trade of the agent, and what it rests on. */
interface TradeLink {
  readonly tradeId: string
  readonly analysisId: string
  readonly kind: AgentTradeKind
}

interface LinkPage {
  readonly limit: number
  readonly after?: string | null
  readonly skip?: number
  readonly status?: TradeStatus | null
  readonly analysisId?: string | null
}

/** The trades that users' agents have opened. */
const tradesOf = (userIds: readonly string[]) =>
  Prisma.sql`FROM "AgentTrade" agent JOIN "Trade" trade ON trade.id = agent."tradeId" AND trade."userId" = agent."userId"
    WHERE agent."userId" = ANY(${[...userIds]}::uuid[])`

/**
 * Reads what a user's agent is, has done and has seen.
 * Raw SQL: trades are joined by an id that is no relation, and summed by kind and mode.
 */
export class AgentReader {
  readonly #parts: Parts
  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** All that its page shows. */
  async status(userId: string): Promise<AgentStatus> {
    return (await this.statuses([userId]))[0]!
  }

  /** The same of many users, in their order; the number of statements does not grow with them. */
  async statuses(userIds: readonly string[]): Promise<AgentStatus[]> {
    const { market, engine, liveIndices, proposals } = this.#parts
    const [agents, { isOpen }, opening, dayStart] = await Promise.all([
      this.#stored(userIds),
      market.status(),
      market.sessionOpen(),
      engine.marketDayStart(),
    ])
    const [latest, sums, today, live, waiting] = await Promise.all([
      this.#latest([...agents.values()]),
      this.#sums(userIds, dayStart),
      this.#tradesSince(userIds, dayStart),
      liveIndices.of(agents),
      proposals.waiting(userIds),
    ])
    return userIds.map((userId): AgentStatus => {
      const agent = agents.get(userId)!
      const seen = latest(agent)
      const own = sums.filter((row) => row.userId === userId)
      const indices = live.get(userId)!
      return {
        id: userId,
        aitrading: agent.enabled,
        settings: toAgentSettings(agent),
        mandate: toAgentMandate(agent),
        active: agent.enabled && agent.haltedAt === null,
        isMarketOpen: isOpen,
        lastAnalysis:
          agent.countedFrom === null || seen.length === 0
            ? null
            : new Date(Math.max(...seen.map(({ candleAt }) => candleAt.getTime())) + MINUTE),
        firstAnalysisAt: opening && new Date(opening.getTime() + agent.lookbackPeriod * MINUTE),
        todayStats: toTodayStats(own.filter((row) => row.today)),
        weekStats: toWeekStats(own),
        recentTrades: today.get(userId) ?? [],
        unmetLiveGates: indices.map(({ unmetGates }) => unmetGates).toSorted((a, b) => a.length - b.length)[0] ?? [],
        liveIndices: indices,
        proposals: waiting.get(userId) ?? [],
        latest: seen,
      }
    })
  }

  /** These trades of the agent, in the order of their links; without those that are no longer there. */
  async trades(links: readonly TradeLink[]): Promise<AgentTrade[]> {
    const { trades, engine } = this.#parts
    const [read, state] = await Promise.all([trades.byIds(links.map(({ tradeId }) => tradeId)), engine.read()])
    const byId = new Map(read.map(({ trade }) => [trade.id, trade]))
    const now = state ? marketTimeAt(state.clock, Date.now()) : Date.now()
    return links.flatMap(({ tradeId, analysisId, kind }) => {
      const trade = byId.get(tradeId)
      return trade ? [{ id: tradeId, trade, kind, analysisId, duration: minutesOf(trade, now) }] : []
    })
  }

  /** The latest entry first, after the trade `after`, or from the place `skip`. Null when `after` is no trade of the agent. */
  async links(userId: string, { limit, after = null, skip = 0, status = null, analysisId = null }: LinkPage): Promise<TradeLink[] | null> {
    const { db } = this.#parts
    const links = await db.$queryRaw<TradeLink[]>`
      SELECT agent."tradeId", agent."analysisId", agent.kind ${tradesOf([userId])}
        ${status === null ? Prisma.empty : Prisma.sql`AND trade.status = ${status}::"TradeStatus"`}
        ${analysisId === null ? Prisma.empty : Prisma.sql`AND agent."analysisId" = ${analysisId}::uuid`}
        ${after === null ? Prisma.empty : Prisma.sql`AND (trade."entryTime", trade.id) < (SELECT "entryTime", id FROM "Trade" WHERE id = ${after}::uuid AND "userId" = ${userId}::uuid)`}
      ORDER BY trade."entryTime" DESC, trade.id DESC LIMIT ${limit} OFFSET ${skip}`
    if (links.length > 0 || after === null) return links
    return (await db.agentTrade.count({ where: { tradeId: after, userId } })) > 0 ? links : null
  }

  /** How many trades it has, of a status or in all. */
  async countTrades(userId: string, status: TradeStatus | null): Promise<number> {
    const [counted] = await this.#parts.db.$queryRaw<{ trades: number }[]>`
      SELECT count(*)::int AS trades ${tradesOf([userId])} ${status === null ? Prisma.empty : Prisma.sql`AND trade.status = ${status}::"TradeStatus"`}`
    return counted?.trades ?? 0
  }

  /** What is stored of the agents, by user. */
  async #stored(userIds: readonly string[]): Promise<Map<string, StoredAgent>> {
    const rows = await this.#parts.db.agentSettings.findMany({ where: { userId: { in: [...userIds] } } })
    const stored = new Map<string, StoredAgent>(rows.map((row) => [row.userId, row]))
    return new Map(userIds.map((userId) => [userId, stored.get(userId) ?? UNTOUCHED_AGENT]))
  }

  /** The last analyses of agents, an agent's in the order of its indices. */
  async #latest(agents: readonly StoredAgent[]): Promise<(agent: StoredAgent) => AgentAnalysis[]> {
    const keysOf = ({ symbols, lookbackPeriod: lookback }: StoredAgent) => symbols.map((symbol) => ({ symbol, lookback }))
    const found = await this.#parts.analyses.latest(agents.flatMap(keysOf))
    const nameOf = ({ symbol, lookback }: AnalysedKey) => `${symbol} ${lookback}`
    const byKey = new Map(found.map((each) => [nameOf(each), each.analysis]))
    return (agent) => keysOf(agent).flatMap((key) => byKey.get(nameOf(key)) ?? [])
  }

  async #tradesSince(userIds: readonly string[], from: Date): Promise<Map<string, AgentTrade[]>> {
    const links = await this.#parts.db.$queryRaw<(TradeLink & { readonly userId: string })[]>`
      SELECT agent."userId", agent."tradeId", agent."analysisId", agent.kind ${tradesOf(userIds)} AND trade."entryTime" >= ${from}
      ORDER BY trade."entryTime" DESC, trade.id DESC`
    const owners = new Map(links.map(({ tradeId, userId }) => [tradeId, userId]))
    const today = new Map<string, AgentTrade[]>(userIds.map((userId) => [userId, []]))
    for (const trade of await this.trades(links)) today.get(owners.get(trade.id)!)!.push(trade)
    return today
  }

  /** Of the last seven days, today's apart. */
  #sums(userIds: readonly string[], dayStart: Date): Promise<SumsRow[]> {
    return this.#parts.db.$queryRaw<SumsRow[]>`
      SELECT agent."userId", agent.kind, trade.mode, trade."entryTime" >= ${dayStart} AS today, count(*)::int AS trades,
        (count(*) FILTER (WHERE trade.status = 'RUNNING'))::int AS running, ${KNOWN_AND_GAINED}, coalesce(sum(trade."grossPaise"), 0)::bigint AS gross,
        coalesce(sum(trade."netPaise"), 0)::bigint AS net
      ${tradesOf(userIds)} AND trade."entryTime" >= ${new Date(dayStart.getTime() - 6 * DAY)}
      GROUP BY 1, 2, 3, 4`
  }
}

const minutesOf = ({ entryTime, exitTime }: { readonly entryTime: Date; readonly exitTime: Date | null }, now: Instant) =>
  Math.max(0, Math.floor(((exitTime?.getTime() ?? now) - entryTime.getTime()) / MINUTE))
