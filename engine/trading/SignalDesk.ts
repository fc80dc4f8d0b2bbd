import type { Logger } from 'pino'
import { bucketStart, INTERVAL_MINUTES, type Candle, type Interval } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { Paise } from '../../schema/money.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'
import type { OptionContract } from '../broker/port.ts'
import { completedIntervals } from '../schedule/completedIntervals.ts'
import type { Session } from '../schedule/sessionAt.ts'
import type { ActiveStrategies, ActiveStrategy } from './ActiveStrategies.ts'
import { assess, type Candidate, type EntryPlan } from './assess.ts'
import { chooseContract } from './chooseContract.ts'
import type { Denial } from './denials.ts'
import type { EntryOrder, SignalSide } from './orders.ts'

/** How long a strategy whose evaluation went wrong is left alone, in real time, unless its rules change. */
const QUARANTINE_MS = 10 * MINUTE

/** Says, strategy by strategy, what the rules make of the last closed bar; strategies without a signal are in none of the lists. */
export interface Evaluator {
  evaluateLast(task: {
    readonly symbol: IndexSymbol
    readonly interval: Interval
    /** Market time at which the bar closed. */
    readonly closedAt: Instant
    readonly strategies: readonly Pick<ActiveStrategy, 'id' | 'rules'>[]
  }): Promise<{
    readonly signals: readonly { readonly strategyId: string; readonly side: SignalSide }[]
    readonly faults: readonly { readonly strategyId: string; readonly problem: unknown }[]
    /** Ids of the strategies that were not asked, because faults of others had used up the bar's time. */
    readonly unreached: readonly string[]
  }>
}

/** What the strategies said about one closed bar of one index. */
export interface SignalBatch {
  readonly index: IndexSymbol
  readonly interval: Interval
  /** Start of the bar. */
  readonly candleTime: Instant
  /** Index close of the bar. */
  readonly price: Paise
  readonly signals: readonly { readonly strategyId: string; readonly side: SignalSide }[]
}

export type Decision = { readonly kind: 'enter'; readonly plan: EntryPlan } | { readonly kind: 'deny'; readonly denial: Denial }

export interface SignalBooks {
  /**
   * In one transaction: stores the signals that are new, asks `decide` for every active subscription to them, and stores
   * each answer, an order intent or a denial. Returns the intents. `now` (market time) dates them and bounds the market day.
   */
  decide(
    batch: SignalBatch,
    now: Instant,
    decide: (side: SignalSide, candidate: Candidate) => Decision,
  ): Promise<{ readonly entries: readonly EntryOrder[]; readonly denied: number }>
}

/** The market as the desk sees it at the moment it asks. */
export interface MarketView {
  /** Real time. */
  readonly real: Instant
  /** Market time. */
  readonly now: Instant
  readonly session: Session | null
  feedAgeMs(index: IndexSymbol): number | null
  readonly contracts: readonly OptionContract[]
}

export interface SignalDeskParts {
  readonly strategies: ActiveStrategies
  readonly evaluator: Evaluator
  readonly books: SignalBooks
  readonly market: () => MarketView
  readonly submit: (entries: readonly EntryOrder[]) => void
  readonly log: Logger
}

/** Turns a closed candle into signals, and signals into order intents or denials, subscription by subscription. */
export class SignalDesk {
  readonly #parts: SignalDeskParts
  /** Since the start. */
  readonly counts = { signals: 0, entries: 0, denials: 0, faults: 0 }

  constructor(parts: SignalDeskParts) {
    this.#parts = parts
  }

  /** The candle must already be the last one of the index in the book. */
  async onCandle(index: IndexSymbol, candle: Candle): Promise<void> {
    for (const interval of completedIntervals(candle.time)) await this.#onBar(index, interval, candle)
  }

  async #onBar(index: IndexSymbol, interval: Interval, candle: Candle): Promise<void> {
    const { strategies, evaluator, books, market, submit, log } = this.#parts
    const addressed = await strategies.on(index, interval, market().real)
    if (addressed.length === 0) return
    const { signals, faults, unreached } = await evaluator.evaluateLast({
      symbol: index,
      interval,
      closedAt: candle.time + MINUTE,
      strategies: addressed.map(({ id, rules }) => ({ id, rules })),
    })
    for (const { strategyId, problem } of faults) {
      log.error({ index, interval, strategyId, problem }, 'strategy stopped for 10 minutes: its evaluation went wrong')
    }
    this.counts.faults += faults.length
    strategies.quarantine(
      faults.map(({ strategyId }) => strategyId),
      market().real + QUARANTINE_MS,
    )
    if (unreached.length > 0) log.error({ index, interval, unreached }, "strategies not asked: faults of others used up the bar's time")
    if (signals.length === 0) return

    const { now, session, contracts, feedAgeMs } = market()
    if (!session) return
    const listed = contracts.filter((contract) => contract.index === index)
    const moment = (side: SignalSide) => ({
      now,
      session,
      feedAgeMs: feedAgeMs(index),
      indexPrice: candle.close,
      listedContracts: listed.length,
      contract: chooseContract(listed, { index, side, price: candle.close }, now, session),
    })
    const moments = { LONG: moment('LONG'), SHORT: moment('SHORT') }
    const candleTime = bucketStart(candle.time, INTERVAL_MINUTES[interval])
    const { entries, denied } = await books.decide(
      { index, interval, candleTime, price: candle.close, signals },
      now,
      (side, candidate) => {
        const assessed = assess(candidate, moments[side])
        return assessed.ok ? { kind: 'enter', plan: assessed.value } : { kind: 'deny', denial: assessed.error }
      },
    )
    this.counts.signals += signals.length
    this.counts.entries += entries.length
    this.counts.denials += denied
    log.info({ index, interval, candleTime, signals: signals.length, entries: entries.length, denied }, 'signals decided')
    submit(entries)
  }
}
