import { publish } from '../../prisma/bus/publish.ts'
import { openDatabase, openPool, type Database, type DatabaseSource, type Pool } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { inTransaction, statementsOn, type Statements } from '../../prisma/inTransaction.ts'
import { isIndexSymbol, type IndexSymbol } from '../../schema/market/indices.ts'
import type { Instant, IsoDate } from '../../schema/time.ts'
import type { AgentVerdict } from '../../schema/trading/agent.ts'
import { agentRecord } from '../../schema/trading/agentRecord.ts'
import type { AgentKeyName, AgentStore, Examined, KeyProgress, KeyStep, Scan, StoredDay } from '../agent/AgentStore.ts'
import { tradableOf } from '../agent/recordOf.ts'
import { MODEL_VERSION } from '../analysis/agent/agentModel.ts'
import { leasedPartitions, type HeldLeases } from '../cluster/heldPartitions.ts'
import { failpoint } from '../runtime/failpoint.ts'
import { appendAnalyses } from './agentChain.ts'
import { findKeys, saveKeys } from './agentKeys.ts'
import { minutesBefore, storedDays } from './agentSessions.ts'

/** Analyses that users request between two scans, at most; the last scan's are searched among them. */
const REQUESTS_AT_ONCE = 1_000

/** The node that owns this partition of the users leads the research service. */
export const LEADING_PARTITION = 0

/**
 * Analyses, the records of keys and what users want analysed, on database connections apart: trading never waits for them. Only
 * the node that leads writes: one that no longer does writes nothing, and learns so.
 * Raw SQL: all is written under the lease that leads, and keys come of arrays (unnest).
 */
export class AgentRecords implements AgentStore {
  readonly #pool: Pool
  readonly #isOwn: boolean
  readonly #db: Database
  readonly #market: string
  readonly #leases: HeldLeases

  constructor({ database, market, leases }: { readonly database: DatabaseSource; readonly market: string; readonly leases: HeldLeases }) {
    this.#pool = typeof database === 'string' ? openPool(database, 'research', 3) : database
    this.#isOwn = typeof database === 'string'
    this.#db = openDatabase(this.#pool)
    this.#market = market
    this.#leases = leases
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
    if (this.#isOwn) await this.#pool.end()
  }

  async isWanted(): Promise<boolean> {
    return (await this.#db.agentSettings.findFirst({ where: { enabledAt: { not: null } }, select: { userId: true } })) !== null
  }

  async wantedKeys(): Promise<AgentKeyName[]> {
    return this.#keysOf(Prisma.sql`true`)
  }

  async dueKeys(minute: number, since: number): Promise<AgentKeyName[]> {
    return this.#keysOf(Prisma.sql`${minute}::int / "analysisIntervalMinutes" > ${since}::int / "analysisIntervalMinutes"`)
  }

  days(symbol: IndexSymbol, after: IsoDate | null, before: IsoDate): AsyncIterable<readonly StoredDay[]> {
    return storedDays(statementsOn(this.#pool), { market: this.#market, symbol, after, before })
  }

  async minutesBefore(symbol: IndexSymbol, date: IsoDate): Promise<number> {
    return minutesBefore(statementsOn(this.#pool), this.#market, symbol, date)
  }

  async keys(): Promise<KeyProgress[]> {
    return findKeys(this.#db, this.#market, MODEL_VERSION)
  }

  async begin(): Promise<Instant | null> {
    const [service] = await this.#db.$queryRaw<{ scannedAt: Date | null }[]>`
      INSERT INTO "AgentService" (market, version) VALUES (${this.#market}, ${MODEL_VERSION})
      ON CONFLICT (market) DO UPDATE SET version = excluded.version,
        "scannedAt" = CASE WHEN "AgentService".version = excluded.version THEN "AgentService"."scannedAt" END
      RETURNING "scannedAt"`
    return service?.scannedAt?.getTime() ?? null
  }

  async saveScan({ at, found, keys, tookMs }: Scan): Promise<boolean> {
    return this.#write(async (tx) => {
      await appendAnalyses(tx, this.#market, found)
      failpoint('mid-agent-scan')
      await saveKeys(tx, this.#market, keys)
      await tx.$executeRaw`
        INSERT INTO "AgentService" (market, version, "scannedAt", "endedAt", analyses, "tookMs")
        VALUES (${this.#market}, ${MODEL_VERSION}, ${new Date(at)}, now(), ${found.length}, ${Math.round(tookMs)})
        ON CONFLICT (market) DO UPDATE SET version = excluded.version, "scannedAt" = excluded."scannedAt", "endedAt" = excluded."endedAt",
          analyses = excluded.analyses, "tookMs" = excluded."tookMs"`
      await publish(tx, { type: 'agent.scanned', market: this.#market, at }, ...this.#judged(keys))
    })
  }

  async saveKeys(steps: readonly KeyStep[]): Promise<boolean> {
    return this.#write(async (tx) => {
      await saveKeys(tx, this.#market, steps)
      await publish(tx, ...this.#judged(steps))
    })
  }

  async verdictsSince(since: Instant): Promise<AgentVerdict[]> {
    const rows = await this.#db.$queryRaw<{ id: string; record: unknown }[]>`
      SELECT analysis.id, analysis.record FROM "AgentService" service
      JOIN "AgentAnalysis" analysis ON analysis.market = service.market
        AND analysis.number > (SELECT max(number) FROM "AgentAnalysis" WHERE market = service.market) - service.analyses - ${REQUESTS_AT_ONCE}
        AND analysis."candleAt" = service."scannedAt" - interval '1 minute'
      WHERE service.market = ${this.#market} AND service."scannedAt" >= ${new Date(since)}::timestamptz
        AND (analysis.verdict <> 'NO_TRADE' OR analysis.record ->> 'exploratory' IS NOT NULL)
      ORDER BY analysis.number`
    return rows.flatMap(({ id, record }) => tradableOf(id, agentRecord.parse(record)) ?? [])
  }

  async request(id: string): Promise<AgentKeyName | null> {
    const row = await this.#db.agentRequest.findFirst({ where: { id, endedAt: null }, select: { symbol: true, lookback: true } })
    return row && isIndexSymbol(row.symbol) ? { symbol: row.symbol, lookback: row.lookback } : null
  }

  async answer(requestId: string, found: Examined): Promise<boolean> {
    return this.#write(async (tx) => {
      const [analysisId] = await appendAnalyses(tx, this.#market, [found])
      await this.#end(tx, requestId, analysisId!, null)
    })
  }

  async refuse(requestId: string, problem: string): Promise<void> {
    await inTransaction(this.#pool, (tx) => this.#end(tx, requestId, null, problem))
  }

  async #end(tx: Statements, requestId: string, analysisId: string | null, problem: string | null): Promise<void> {
    const rows = await tx.$queryRaw<{ userId: string }[]>`
      UPDATE "AgentRequest" SET "endedAt" = now(), "analysisId" = ${analysisId}::uuid, problem = ${problem}
      WHERE id = ${requestId}::uuid AND "endedAt" IS NULL RETURNING "userId"`
    await publish(tx, ...rows.map(({ userId }) => ({ type: 'agent.answered' as const, requestId, userId })))
  }

  #judged(steps: readonly KeyStep[]) {
    return steps.map(({ symbol, lookback }) => ({ type: 'agent.judged' as const, market: this.#market, symbol, lookback }))
  }

  /** The distinct keys of agents that are on and meet a condition. */
  async #keysOf(condition: Prisma.Sql): Promise<AgentKeyName[]> {
    const rows = await this.#db.$queryRaw<{ symbol: string; lookback: number }[]>`
      SELECT DISTINCT symbol, "lookbackPeriod" AS lookback FROM "AgentSettings", unnest(symbols) AS symbol
      WHERE enabled AND ${condition} ORDER BY symbol, lookback`
    return rows.flatMap(({ symbol, lookback }) => (isIndexSymbol(symbol) ? [{ symbol, lookback }] : []))
  }

  /** A transaction of the leading node, which then leads until it ends. False, and nothing is done, when it does not lead. */
  async #write(job: (tx: Statements) => Promise<void>): Promise<boolean> {
    return inTransaction(this.#pool, async (tx) => {
      const isLeading = Prisma.sql`lease.partition = ${LEADING_PARTITION}`
      const leading = await tx.$queryRaw<object[]>`${leasedPartitions(this.#leases, isLeading, this.#leases.held())}`
      if (leading.length > 0) await job(tx)
      return leading.length > 0
    })
  }
}
