import { pino } from 'pino'
import type { Database } from '../../../prisma/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import { INDEX_SYMBOLS } from '../../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { fromRupees } from '../../../schema/money.ts'
import { SeededRandom } from '../../../schema/SeededRandom.ts'
import { MINUTE, type Instant, type IsoDate } from '../../../schema/time.ts'
import type { AgentVerdict } from '../../../schema/trading/agent.ts'
import { holdAllLeases } from '../../cluster/testing/holdAllLeases.ts'
import { CandleBook } from '../../market/CandleBook.ts'
import { AgentRecords } from '../../store/AgentRecords.ts'
import { insertCandles } from '../../store/candles.ts'
import { AgentThreads } from '../AgentThreads.ts'
import { ResearchService } from '../ResearchService.ts'

const log = pino({ level: 'silent' })

export interface DrawnDay {
  readonly date: IsoDate
  /** Rupees. */
  readonly closes: Float64Array
}

/** A node of the research service that leads. */
export interface ServingNode {
  readonly service: ResearchService
  /** All published ones. */
  readonly verdicts: readonly AgentVerdict[]
  /** Answers a user's request. Rejects when it cannot. */
  answer(requestId: string): Promise<void>
  stop(): Promise<void>
}

/** Sessions of Nifty, drawn and stored in a database of their own, and research services that read them. For tests only. */
export class DrawnMarket {
  readonly id = 'drawn'
  readonly database: TestDatabase
  /** Stored ones, oldest first. */
  readonly days: readonly DrawnDay[]
  /** Of the running session: without a candle at first. */
  readonly book = CandleBook.create({ symbols: INDEX_SYMBOLS, capacity: 1_000 })

  private constructor(database: TestDatabase, days: readonly DrawnDay[]) {
    this.database = database
    this.days = days
  }

  /** Stores so many sessions before `today`, and today's. */
  static async create(today: IsoDate, sessions: number): Promise<DrawnMarket> {
    const market = new DrawnMarket(await createTestDatabase(), drawnDays(today, sessions))
    for (const day of market.days) await market.store(day)
    return market
  }

  get db(): Database {
    return this.database.db
  }

  async store({ date, closes }: DrawnDay): Promise<void> {
    const { open } = SHIPPED_MARKET_RULES.sessionHours(date)
    await insertCandles(
      this.db,
      this.id,
      Array.from(closes, (close, minute) => ({ symbol: 'NIFTY' as const, candle: candleOf(open + minute * MINUTE, close) })),
    )
  }

  /** The minute that begins at `time` closes at a price in rupees. */
  tick(time: Instant, rupees: number): void {
    this.book.append('NIFTY', candleOf(time, rupees))
  }

  /** A service on a node that leads from now on, at a time that the test sets. */
  async serve(state: { now: Instant }): Promise<ServingNode> {
    const leases = await holdAllLeases(this.db)
    const records = new AgentRecords({ database: this.database.url, market: this.id, leases })
    const threads = new AgentThreads(log)
    const run = threads.run.bind(threads)
    let answer: (requestId: string, job: { readonly isLast: boolean }) => Promise<void> = () => Promise.resolve()
    const service = new ResearchService({
      ...{ market: this.id, store: records, book: this.book, log },
      // One thread for all: on a busy machine one of low priority may wait for minutes.
      threads: { run, runFirst: threads.runFirst.bind(threads), runPatiently: run, close: () => threads.close() },
      rules: () => SHIPPED_MARKET_RULES,
      now: () => state.now,
      marketNow: () => state.now,
      quotes: () => ({ contracts: [], lastPriceOf: () => null }),
      isMine: () => leases.held().has(0),
      isHistoryThere: () => true,
      openRequests: (answering) => {
        answer = answering
        return { close: () => Promise.resolve() }
      },
    })
    const verdicts: AgentVerdict[] = []
    service.onVerdicts((told) => verdicts.push(...told))
    const beat = setInterval(() => service.onTime(), 1)
    return {
      ...{ service, verdicts },
      answer: (requestId) => answer(requestId, { isLast: false }),
      async stop() {
        clearInterval(beat)
        await service.stop()
        await records.close()
      },
    }
  }

  async close(): Promise<void> {
    await this.database.drop()
  }
}

function drawnDays(today: IsoDate, sessions: number): DrawnDay[] {
  const random = new SeededRandom('research')
  const dates = [today]
  while (dates.length <= sessions) dates.unshift(SHIPPED_MARKET_RULES.previousTradingDay(dates[0]!))
  let price = 24_000
  return dates.map((date) => ({
    date,
    closes: Float64Array.from({ length: 375 }, () => fromRupees((price *= Math.exp(4e-4 * random.normal()))) / 100),
  }))
}

function candleOf(time: Instant, rupees: number) {
  const price = fromRupees(rupees)
  return { time, open: price, high: price, low: price, close: price, volume: 0 }
}
