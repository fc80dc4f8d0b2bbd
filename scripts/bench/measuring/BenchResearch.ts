import { setTimeout as sleep } from 'node:timers/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'
import { AgentThreads } from '../../../engine/agent/AgentThreads.ts'
import { ResearchService } from '../../../engine/agent/ResearchService.ts'
import { newKeyRecord } from '../../../engine/analysis/agent/advanceRecord.ts'
import { GRID_LOOKBACKS, MODEL_VERSION } from '../../../engine/analysis/agent/agentModel.ts'
import { saveEngineState } from '../../../engine/cluster/engineState.ts'
import type { HeldLeases } from '../../../engine/cluster/heldPartitions.ts'
import { holdAllLeases } from '../../../engine/cluster/testing/holdAllLeases.ts'
import { CandleBook } from '../../../engine/market/CandleBook.ts'
import { SyntheticSource } from '../../../engine/sandbox/sources/SyntheticSource.ts'
import { agentJobs } from '../../../engine/store/agentJobs.ts'
import { AgentRecords } from '../../../engine/store/AgentRecords.ts'
import type { Database } from '../../../prisma/client.ts'
import { INDEX_SYMBOLS } from '../../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { MINUTE, SECOND, type Instant, type IsoDate } from '../../../schema/time.ts'
import { loadPast } from '../../launch/loadPast.ts'

const TODAY: IsoDate = '2026-11-20'
const { open: OPEN } = SHIPPED_MARKET_RULES.sessionHours(TODAY)
/** As often as the engine's clock beats, and its heart. */
const BEAT_MS = 100
const HEARTBEAT_MS = SECOND

/** What a scan took. */
export interface MeasuredScan {
  /** Real milliseconds, storing it included. */
  readonly ms: number
  /** Of this thread, whose minutes trading waits for: the worst hundredth of its delays, and the longest. */
  readonly delayed: number
  readonly held: number
  readonly analyses: number
}

/** The research service on a drawn market in the midst of a session: its records walked through, its scans due when the bench says so. */
export class BenchResearch {
  readonly market: string
  readonly records: AgentRecords
  readonly #service: ResearchService
  readonly #db: Database
  readonly #state: { now: Instant; minute: number }
  readonly #book: CandleBook
  readonly #source: SyntheticSource
  readonly #nodeId: string
  #beats: readonly NodeJS.Timeout[] = []

  private constructor(
    databaseUrl: string,
    parts: { readonly db: Database; readonly source: SyntheticSource; readonly leases: HeldLeases; readonly minute: number },
  ) {
    const { db, source, leases, minute } = parts
    const log = pino({ level: 'silent' })
    this.market = source.marketId
    this.#db = db
    this.#source = source
    this.#nodeId = leases.nodeId
    this.#state = { now: OPEN + minute * MINUTE + 20 * SECOND, minute: 0 }
    this.#book = CandleBook.create({ symbols: INDEX_SYMBOLS, capacity: 1_000 })
    this.records = new AgentRecords({ database: databaseUrl, market: this.market, leases })
    this.#service = new ResearchService({
      ...{ market: this.market, store: this.records, threads: new AgentThreads(log), book: this.#book, log },
      rules: () => SHIPPED_MARKET_RULES,
      now: () => Date.now(),
      marketNow: () => this.#state.now,
      quotes: () => ({ contracts: [], lastPriceOf: () => null }),
      isMine: () => true,
      isHistoryThere: () => true,
      openRequests: (answer) => agentJobs(databaseUrl, answer, log),
    })
    this.#tick(minute)
  }

  /** Draws and stores so many sessions, marks the grid's keys as walked through, and lets the service catch up to a minute of today. */
  static async open(
    db: Database,
    databaseUrl: string,
    asked: { readonly sessions: number; readonly minute: number },
  ): Promise<BenchResearch> {
    const { sessions, minute } = asked
    const source = new SyntheticSource(1)
    await loadPast(databaseUrl, { source, today: TODAY, sessions })
    await db.$executeRaw`ANALYZE "Candle"`
    const leases = await holdAllLeases(db)
    const scannedAt = new Date(OPEN + minute * MINUTE)
    await db.agentService.create({ data: { market: source.marketId, version: MODEL_VERSION, scannedAt } })
    const research = new BenchResearch(databaseUrl, { db, source, leases, minute })
    await research.#takeAsWalked(sessions)
    research.#beats = [setInterval(() => research.#service.onTime(), BEAT_MS), setInterval(() => void research.#beatHeart(), HEARTBEAT_MS)]
    await research.#until(async () => (await db.agentKey.count({ where: { scannedAt: { lt: new Date(OPEN) } } })) === 0)
    return research
  }

  /** Makes a scan due at a minute of the session, and resolves when it is stored. `meanwhile`: what is done while it goes on. */
  async scanAt(minute: number, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<MeasuredScan> {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const before = this.#service.counts
    this.#tick(minute)
    delay.enable()
    const from = performance.now()
    this.#state.now = OPEN + minute * MINUTE + 20 * SECOND
    const [ms] = await Promise.all([
      this.#until(() => this.#service.counts.scans > before.scans).then(() => performance.now() - from),
      meanwhile(),
    ])
    delay.disable()
    const analyses = this.#service.counts.analyses - before.analyses
    return { ms, delayed: delay.percentile(99) / 1e6, held: delay.max / 1e6, analyses }
  }

  async close(): Promise<void> {
    for (const beat of this.#beats) clearInterval(beat)
    await this.#service.stop()
    await this.records.close()
  }

  /** The candles of the day before a minute, as they come. */
  #tick(minute: number): void {
    for (const symbol of INDEX_SYMBOLS)
      for (const candle of this.#source.candles(symbol, TODAY).slice(this.#state.minute, minute)) this.#book.append(symbol, candle)
    this.#state.minute = minute
  }

  async #takeAsWalked(sessions: number): Promise<void> {
    const date = this.#source.sessionBefore(TODAY)!
    const record = { ...newKeyRecord(), sessions, lastSession: date }
    const scanned = { date, candles: 375 }
    const keys = INDEX_SYMBOLS.flatMap((symbol) =>
      GRID_LOOKBACKS.map((lookback) => ({ symbol, lookback, record, scanned, sessions, trades: [] })),
    )
    if (!(await this.records.saveKeys(keys))) throw new Error('the records of the keys could not be stored')
  }

  /** As an engine's, which gateways ask for. */
  async #beatHeart(): Promise<void> {
    const now = Date.now()
    const state = {
      market: this.market,
      clock: { kind: 'real' },
      feed: 'connected',
      heartbeatAt: now,
      lastTickAt: now,
      feedFaults: 0,
    } as const
    await saveEngineState(this.#db, this.#nodeId, state)
  }

  async #until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isSo())) await sleep(20)
  }
}
