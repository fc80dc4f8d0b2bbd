import { z } from 'zod'
import type { Database } from '../../../prisma/client.ts'
import { marketTimeAt, type MarketClock } from '../../../schema/market/MarketClock.ts'
import { istDate, istInstant, type Instant } from '../../../schema/time.ts'

const instant = z.number()
const marketClock: z.ZodType<MarketClock> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('real') }),
  z.object({
    kind: z.literal('sandbox'),
    speed: z.number().positive(),
    segments: z.array(z.object({ realStart: instant, marketStart: instant, sessionOpen: instant, sessionClose: instant })),
  }),
])

/** The latest state of the engine's nodes, judged by its age. */
export interface EngineState {
  readonly market: string
  readonly clock: MarketClock
  /** Whether the heartbeat of any node is fresh. */
  readonly running: boolean
  /** Whether a running node is receiving prices. */
  readonly feedConnected: boolean
  /** Real time of the last index tick; null before the first. */
  readonly lastTickAt: Instant | null
  /** How many things are wrong with the feeds of running nodes beside what comes of them. */
  readonly feedFaults: number
}

/** Reads the engine's state and the market's from its heartbeats. */
export class EngineStates {
  readonly #db: Database
  readonly #staleMs: number
  constructor(db: Database, staleMs: number) {
    this.#db = db
    this.#staleMs = staleMs
  }

  /** Null when no engine ever ran on this database. */
  async read(now: Instant = Date.now()): Promise<EngineState | null> {
    const nodes = (await this.#db.engineState.findMany({ orderBy: { heartbeatAt: 'desc' } })).map((row) => {
      const running = now - row.heartbeatAt.getTime() < this.#staleMs
      return { ...row, running, feedConnected: running && row.feed === 'connected' }
    })
    // Prices that one node receives reach all; among equals the latest heartbeat counts.
    const row = nodes.find(({ feedConnected }) => feedConnected) ?? nodes[0]
    if (!row) return null
    return {
      market: row.market,
      clock: marketClock.parse(row.clock),
      running: row.running,
      feedConnected: row.feedConnected,
      lastTickAt: row.lastTickAt?.getTime() ?? null,
      feedFaults: nodes.reduce((sum, { running, feedFaults }) => sum + (running ? feedFaults : 0), 0),
    }
  }

  /** The first moment, in India, of the market's present day; of the real one before any engine ran. */
  async marketDayStart(): Promise<Date> {
    const state = await this.read()
    const now = state ? marketTimeAt(state.clock, Date.now()) : Date.now()
    return new Date(istInstant(istDate(now), 0))
  }
}
