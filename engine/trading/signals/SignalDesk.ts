import type { Logger } from 'pino'
import { bucketStart, INTERVAL_MINUTES, type Candle, type Interval } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import type { Paise } from '../../../schema/money.ts'
import { MINUTE, type Instant } from '../../../schema/time.ts'
import type { Denial } from '../../../schema/trading/denials.ts'
import type { OperandValue } from '../../../schema/trading/operandValues.ts'
import type { SignalSide } from '../../../schema/trading/SignalSide.ts'
import { completedIntervals } from '../../market/completedIntervals.ts'
import { versionKey, type ActiveStrategies, type ActiveStrategy, type StrategyVersion } from './ActiveStrategies.ts'
import { refusedByTime, type Candidate } from '../risk/assess.ts'
import { decisionsAt } from './decisionsAt.ts'
import { judgeBeside } from './judgeBeside.ts'
import type { MarketView } from './MarketView.ts'
import type { EntryOrder, ExitOrder, Order } from '../orders/orders.ts'
import { MOST_SIGNALS_A_SECOND, SignalRate } from './SignalRate.ts'
import type { Judge } from './takeSignals.ts'

/** Quarantine, in real time, of a strategy version whose evaluation failed or that ran away; a new version is free of it. */
const QUARANTINE_MS = 10 * MINUTE

/** The verdict of a version's rules on a closed bar. */
export interface StrategySignal extends StrategyVersion {
  readonly side: SignalSide
  /** What its rule compared; absent when unknown. */
  readonly values?: readonly OperandValue[]
}

/** Evaluates the last closed bar, strategy by strategy; strategies without a signal are in none of the lists. */
export interface Evaluator {
  evaluateLast(task: {
    readonly symbol: IndexSymbol
    readonly interval: Interval
    /** Market time at which the bar closed. */
    readonly closedAt: Instant
    readonly strategies: readonly Pick<ActiveStrategy, 'id' | 'version' | 'rules'>[]
  }): Promise<{
    readonly signals: readonly StrategySignal[]
    readonly faults: readonly (StrategyVersion & { readonly problem: unknown })[]
    /** The strategies skipped because faults of others used up the bar's time. */
    readonly unreached: readonly StrategyVersion[]
  }>
}

/** A candle too late to trade on: its age since its close and its permitted life, in market milliseconds. */
export interface LateCandle {
  readonly age: number
  readonly life: number
}

/** Signals, and the positions that some versions open on them, by versionKey. */
interface Spoken {
  readonly signals: readonly StrategySignal[]
  readonly positions: ReadonlyMap<string, PositionRule>
}

/** The strategies' verdicts on one closed bar of one index. */
export interface SignalBatch {
  readonly index: IndexSymbol
  readonly interval: Interval
  /** Start of the bar. */
  readonly candleTime: Instant
  /** Index close of the bar. */
  readonly price: Paise
  readonly signals: readonly StrategySignal[]
}

export interface Decided {
  readonly entries: readonly EntryOrder[]
  /** Of open trades that an opposite signal of their strategy closes. */
  readonly exits: readonly ExitOrder[]
  readonly denied: number
}

export interface SignalRecords {
  /**
   * In one transaction: stores the signals, submits exits of the open trades they contradict, cancels the unsent entries they contradict,
   * calls `judge` for every active subscription that has not answered its signal yet, and stores each answer: an entry intent, a denial, or,
   * before the first live order of a subscription, a question to its user (FirstOrderRecords). Only for users that this node owns. `now`
   * (market time) dates the intents and bounds the market day.
   */
  decide(batch: SignalBatch, now: Instant, judge: Judge): Promise<Decided>
  /**
   * In one transaction: stores signals that neither open, close nor cancel anything, and a denial for every active subscription that has
   * not answered its signal yet. Only for users that this node owns. Returns how many were denied.
   */
  refuse(batch: SignalBatch, now: Instant, denialOf: (candidate: Candidate) => Denial): Promise<number>
}

export interface SignalDeskParts {
  readonly strategies: ActiveStrategies
  readonly evaluator: Evaluator
  readonly records: SignalRecords
  readonly market: () => MarketView
  /** Cancels the entries under way that the signals contradict. */
  readonly recall: (batch: Pick<SignalBatch, 'index' | 'signals'>) => void
  readonly submit: (orders: readonly Order[]) => void
  readonly log: Logger
}

/** Turns a closed candle into signals, and signals into order intents or denials, subscription by subscription. */
export class SignalDesk {
  readonly #parts: SignalDeskParts
  readonly #rate = new SignalRate()
  /** Since the start. */
  readonly counts = { signals: 0, entries: 0, denials: 0, faults: 0 }

  constructor(parts: SignalDeskParts) {
    this.#parts = parts
  }

  /** The candle must already be the index's last one in the book. `late`: nothing is traded on it, and its signals are denied. */
  async onCandle(index: IndexSymbol, candle: Candle, late: LateCandle | null): Promise<void> {
    for (const interval of completedIntervals(candle.time)) {
      const { signals: spoken, positions } = await this.#ask(index, interval, candle)
      if (spoken.length === 0) continue
      const candleTime = bucketStart(candle.time, INTERVAL_MINUTES[interval])
      const batch: SignalBatch = { index, interval, candleTime, price: candle.close, signals: spoken }
      await (late ? this.#refuse(batch, late) : this.#decide(batch, candle, positions))
    }
  }

  /** Evaluates the strategies on the bar that closed with a candle. */
  async #ask(index: IndexSymbol, interval: Interval, candle: Candle): Promise<Spoken> {
    const { strategies, evaluator, market, log } = this.#parts
    const addressed = await strategies.on(index, interval, market().real)
    if (addressed.length === 0) return { signals: [], positions: new Map() }
    const {
      signals: spoken,
      faults,
      unreached,
    } = await evaluator.evaluateLast({
      symbol: index,
      interval,
      closedAt: candle.time + MINUTE,
      strategies: addressed.map(({ id, version, rules }) => ({ id, version, rules })),
    })
    for (const { strategyId, version, problem } of faults) {
      log.error({ index, interval, strategyId, version, problem }, 'strategy stopped for 10 minutes: its evaluation went wrong')
    }
    this.counts.faults += faults.length
    strategies.quarantine(faults, market().real + QUARANTINE_MS)
    if (unreached.length > 0) log.error({ index, interval, unreached }, "strategies not asked: faults of others used up the bar's time")
    const positions = new Map(
      addressed.flatMap(({ id, version, rules }) =>
        rules.position ? [[versionKey({ strategyId: id, version }), rules.position] as const] : [],
      ),
    )
    return { signals: spoken, positions }
  }

  async #decide(spoken: SignalBatch, candle: Candle, positions: Spoken['positions']): Promise<void> {
    const { records, market, recall, submit, log } = this.#parts
    const signals = this.#withoutRunaways(spoken.signals)
    if (signals.length === 0) return
    const { index, interval, candleTime } = spoken
    const view = market()
    const { now, session } = view
    if (!session) return
    const decisionOf = decisionsAt(index, candle, view, session, positions)
    const beside = judgeBeside(view)
    const { entries, exits, denied } = await records.decide({ ...spoken, signals }, now, (side, candidate, account) =>
      beside(candidate, account, (judged) => decisionOf(side, candidate)(candidate, judged)),
    )
    this.counts.signals += signals.length
    this.counts.entries += entries.length
    this.counts.denials += denied
    log.info(
      {
        ...{ index, interval, candleTime, signals: signals.length, entries: entries.length, exits: exits.length, denied },
        signalIds: [...new Set(entries.map(({ signalId }) => signalId))],
      },
      'signals decided',
    )
    recall({ index, signals })
    submit([...exits, ...entries])
  }

  /** Late candles come in bulk: signals per second say nothing about the rules then. */
  async #refuse(batch: SignalBatch, { age, life }: LateCandle): Promise<void> {
    const { records, market, log } = this.#parts
    const view = market()
    const { now, session } = view
    if (!session) return
    // The window is checked at the moment the signal was due to be taken.
    const closedAt = batch.candleTime + INTERVAL_MINUTES[batch.interval] * MINUTE
    const moment = { ...view, session, now: closedAt, closedAt, contract: null }
    const denied = await records.refuse(
      batch,
      now,
      (candidate) => refusedByTime(candidate, moment) ?? { reason: 'CANDLE_LATE', numbers: { ageMs: age, limitMs: life } },
    )
    this.counts.signals += batch.signals.length
    this.counts.denials += denied
    log.warn(
      { index: batch.index, interval: batch.interval, candleTime: batch.candleTime, age, life, denied },
      'signals refused: their candle is late',
    )
  }

  /** A version that signals more often than its rules can is stopped before its signals are decided on. */
  #withoutRunaways(signals: readonly StrategySignal[]): readonly StrategySignal[] {
    const { strategies, market, log } = this.#parts
    const { now, real } = market()
    const runaways = this.#rate.count(signals, now)
    if (runaways.length === 0) return signals
    for (const { strategyId, version, signals: given } of runaways)
      log.error(
        { strategyId, version, signals: given },
        `strategy stopped for 10 minutes: it signalled ${given} times within a second, more than ${MOST_SIGNALS_A_SECOND} times no rules can`,
      )
    this.counts.faults += runaways.length
    strategies.quarantine(runaways, real + QUARANTINE_MS)
    const stopped = new Set(runaways.map(versionKey))
    return signals.filter((signal) => !stopped.has(versionKey(signal)))
  }
}
