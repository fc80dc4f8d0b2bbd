import { openDatabase, openPool, type Database, type Pool } from '../../prisma/client.ts'
import { statementsOn, type Statements } from '../../prisma/inTransaction.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { paise, toRupees } from '../../schema/money.ts'
import { addDays, type IsoDate } from '../../schema/time.ts'
import { agentRecord, type AgentRecord } from '../../schema/trading/agentRecord.ts'
import { dayCloses, fullSession } from '../agent/FinishedSessions.ts'
import { recompute } from '../agent/recompute.ts'
import { SessionIndex, type SessionCloses } from '../analysis/agent/SessionIndex.ts'
import { chained, FIRST_HASH } from './agentChain.ts'
import { storedDays } from './agentSessions.ts'

/** Analyses that are read at a time. */
const PAGE = 500

/** A link of a market's chain that does not hold. */
export interface BrokenLink {
  readonly number: number
  readonly why: string
}

export interface ChainAudit {
  readonly market: string
  readonly analyses: number
  /** Null: every link holds. */
  readonly broken: BrokenLink | null
}

interface StoredLink {
  readonly number: string
  readonly symbol: string
  readonly lookback: number
  readonly version: number
  readonly candleAt: Date
  readonly verdict: string
  readonly reason: string | null
  readonly text: string
  readonly prevHash: Uint8Array
  readonly hash: Uint8Array
}

/** Holds the stored analyses against their hashes and against the candles. Reads only. */
export class AgentAudit {
  readonly #pool: Pool
  readonly #db: Database
  readonly #statements: Statements
  /** Of one index at one moment of its history. */
  readonly #indexes = new Map<string, SessionIndex>()

  constructor(databaseUrl: string) {
    this.#pool = openPool(databaseUrl, 2)
    this.#db = openDatabase(this.#pool)
    this.#statements = statementsOn(this.#pool)
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
    await this.#pool.end()
  }

  /** The markets that have analyses. */
  async markets(): Promise<string[]> {
    return (await this.#db.agentAnalysis.groupBy({ by: ['market'], orderBy: { market: 'asc' } })).map(({ market }) => market)
  }

  /** Walks a market's chain from its first link, up to the first that does not hold. */
  async walk(market: string): Promise<ChainAudit> {
    let [number, before] = [0, FIRST_HASH]
    for (;;) {
      const links = await this.#statements.$queryRaw<StoredLink[]>`
        SELECT number, symbol, lookback, version, "candleAt", verdict::text, reason, record::text AS text, "prevHash", hash
        FROM "AgentAnalysis" WHERE market = ${market} AND "AgentAnalysis".number > ${number} ORDER BY "AgentAnalysis".number LIMIT ${PAGE}`
      for (const link of links) {
        const why = whyBroken(link, number + 1, before)
        if (why !== null) return { market, analyses: number, broken: { number: Number(link.number), why } }
        number++
        before = link.hash
      }
      if (links.length < PAGE) return { market, analyses: number, broken: null }
    }
  }

  /** Computes the newest analyses of a market anew, at most so many, from the candles as they are stored: the numbers of those that come out otherwise. */
  async recompute(market: string, count: number): Promise<{ readonly recomputed: number; readonly otherwise: readonly number[] }> {
    const rows = await this.#statements.$queryRaw<{ number: string; text: string }[]>`
      SELECT number, record::text AS text FROM "AgentAnalysis" WHERE market = ${market} ORDER BY "AgentAnalysis".number DESC LIMIT ${count}`
    const otherwise: number[] = []
    for (const { number, text } of rows) {
      // As it was written: what is read by the schema has its fields in another order, perhaps.
      const record = JSON.parse(text) as AgentRecord
      if (recompute(record, await this.#historyOf(record), await this.#todayOf(record)) !== text) otherwise.push(Number(number))
    }
    return { recomputed: rows.length, otherwise }
  }

  async #historyOf({ market, symbol, history: { first, last } }: AgentRecord): Promise<SessionIndex> {
    const name = `${market} ${symbol} ${String(first)} ${String(last)}`
    const known = this.#indexes.get(name)
    if (known) return known
    const sessions: SessionCloses[] = []
    if (first !== null && last !== null)
      for await (const days of storedDays(this.#statements, { market, symbol, after: addDays(first, -1), before: addDays(last, 1) }))
        for (const day of days) {
          const closes = fullSession(SHIPPED_MARKET_RULES, day)
          if (closes) sessions.push({ date: day.date, closes })
        }
    const index = SessionIndex.build(sessions)
    this.#indexes.set(name, index)
    return index
  }

  async #todayOf({ market, symbol, date, minute }: AgentRecord) {
    const session = SHIPPED_MARKET_RULES.indexSessionOf(date) ?? SHIPPED_MARKET_RULES.sessionHours(date)
    const day = await this.#dayOf(market, symbol, date)
    const closes = dayCloses(session.open, minute + 1, day?.times ?? [], (place) => toRupees(paise(day!.closes[place]!)))
    return { date, closes, sessionMinutes: SHIPPED_MARKET_RULES.tradedMinutesOf(session) }
  }

  async #dayOf(market: string, symbol: IndexSymbol, date: IsoDate) {
    for await (const days of storedDays(this.#statements, { market, symbol, after: addDays(date, -1), before: addDays(date, 1) }))
      return days[0] ?? null
    return null
  }
}

/** Why a link does not hold after the one before; null: it does. */
function whyBroken(link: StoredLink, number: number, before: Uint8Array): string | null {
  if (Number(link.number) !== number) return `number ${number} is missing`
  if (Buffer.compare(link.prevHash, before) !== 0) return 'it does not name the hash of the one before'
  if (Buffer.compare(link.hash, chained(before, link.text)) !== 0) return 'its record was changed: the hash is another'
  const record = agentRecord.safeParse(JSON.parse(link.text))
  if (!record.success) return 'its record cannot be read'
  const { symbol, lookback, version, candleAt, verdict, reason } = record.data
  const told = [symbol, lookback, version, candleAt, verdict, reason]
  const stored = [link.symbol, link.lookback, link.version, link.candleAt.getTime(), link.verdict, link.reason]
  return told.every((value, place) => value === stored[place]) ? null : 'its columns say something else than its record'
}
