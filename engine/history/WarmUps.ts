import type { Logger } from 'pino'
import { INTERVAL_MINUTES } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { Instant } from '../../schema/time.ts'
import type { PastOfIndex } from '../market/Backfill.ts'
import type { WarmingUp } from '../store/warmingUp.ts'
import { SESSION_MINUTES, sessionsFor, type HistoryNeed } from './historyNeeds.ts'
import type { EvaluationAnswer, EvaluationTask } from '../workers/evaluation.ts'

const BEAT_MS = 2_000

export interface WarmUpsParts {
  readonly needs: () => Promise<readonly HistoryNeed[]>
  /** How many minutes of an index there are to evaluate on. */
  readonly minutesOf: (index: IndexSymbol) => number
  /** Which history is stored, and what is left to fetch from the broker. */
  readonly pastOf: (index: IndexSymbol) => PastOfIndex
  /** About how many real milliseconds the asking takes. */
  readonly timeLeft: () => number
  /** Replaces the one published before. */
  readonly save: (warming: readonly WarmingUp[]) => Promise<void>
  /** Real time. */
  readonly now: () => Instant
  readonly log: Pick<Logger, 'warn'>
}

/** Publishes which strategies do not signal yet for lack of history, how much they have and need, and until when. */
export class WarmUps {
  readonly #parts: WarmUpsParts
  #beat: NodeJS.Timeout | undefined
  #telling: Promise<void> | null = null
  #told: string | null = null
  #warming = 0
  /** The evaluator's last report on silent strategies, by strategy, version and index: sessions they have and need. */
  readonly #silent = new Map<string, { readonly sessions: number; readonly sessionsNeeded: number }>()

  constructor(parts: WarmUpsParts) {
    this.#parts = parts
  }

  /** Starts publishing on its own. */
  start(): void {
    this.#beat = setInterval(() => void this.tell(), BEAT_MS)
    void this.tell()
  }

  async stop(): Promise<void> {
    clearInterval(this.#beat)
    await this.#telling
  }

  /** Strategies that warm up, each counted once for each of its indices. */
  get warming(): number {
    return this.#warming
  }

  /** A closed bar was evaluated: some rules, on turns, need more history than can be counted beforehand. */
  onEvaluated({ symbol, interval, strategies }: EvaluationTask, { warming }: Pick<EvaluationAnswer, 'warming'>): void {
    for (const { id, version } of strategies) this.#silent.delete(keyOf(id, version, symbol))
    for (const { strategyId, version, haveBars, needBars } of warming) {
      const sessions = Math.floor((haveBars * INTERVAL_MINUTES[interval]) / SESSION_MINUTES)
      const sessionsNeeded = Math.max(sessions + 1, sessionsFor(needBars * INTERVAL_MINUTES[interval]))
      this.#silent.set(keyOf(strategyId, version, symbol), { sessions, sessionsNeeded })
    }
  }

  /** Publishes now; concurrent calls share one run. Never rejects. */
  tell(): Promise<void> {
    this.#telling ??= this.#tell().finally(() => (this.#telling = null))
    return this.#telling
  }

  async #tell(): Promise<void> {
    const { needs, save, log } = this.#parts
    try {
      const warming = (await needs()).flatMap((need) => this.#shortfallOf(need) ?? [])
      this.#warming = warming.length
      // The time it is ready at moves by itself only when the fetching is late.
      const picture = JSON.stringify(warming.map(({ readyAt, ...rest }) => [rest, readyAt === null]))
      if (picture === this.#told) return
      await save(warming)
      this.#told = picture
    } catch (error) {
      log.warn({ err: error }, 'not told which strategies warm up')
    }
  }

  /** Null when there is enough. */
  #shortfallOf({ strategyId, version, index, minutes }: HistoryNeed): WarmingUp | null {
    const { minutesOf, pastOf, timeLeft, now } = this.#parts
    const there = minutesOf(index)
    if (there >= minutes) {
      const silent = this.#silent.get(keyOf(strategyId, version, index))
      return silent ? { strategyId, version, symbol: index, ...silent, readyAt: null } : null
    }
    const { stored, missing } = pastOf(index)
    const sessionsNeeded = sessionsFor(minutes)
    const sessions = Math.min(sessionsNeeded, Math.max(stored, Math.floor(there / SESSION_MINUTES)))
    // Nothing left to request and still too little: the rest comes with new sessions, whose time nobody knows.
    const readyAt = missing > 0 || sessions === sessionsNeeded ? now() + timeLeft() : null
    return { strategyId, version, symbol: index, sessions, sessionsNeeded, readyAt }
  }
}

function keyOf(strategyId: string, version: number, index: IndexSymbol): string {
  return `${strategyId} ${version} ${index}`
}
