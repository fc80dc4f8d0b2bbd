import type { Interval } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import type { Instant } from '../../schema/time.ts'
import type { OperandValue } from '../../schema/trading/operandValues.ts'
import type { CandlePage } from '../market/CandleBook.ts'
import type { SignalSide } from '../../schema/trading/SignalSide.ts'
import type { Warming } from './EvaluationBoard.ts'

/** A bar that has closed, and the strategies to ask about it. */
export interface EvaluationTask {
  readonly symbol: IndexSymbol
  readonly interval: Interval
  /** Market time at which the bar closed. */
  readonly closedAt: Instant
  readonly strategies: readonly { readonly id: string; readonly version: number; readonly rules: RuleSet }[]
}

/** The outcome of a task. Strategies without a signal are in none of the lists. */
export interface EvaluationAnswer {
  readonly signals: readonly StrategySignal[]
  /** Strategies whose own evaluation went wrong: each stopped alone. */
  readonly faults: readonly EvaluationFault[]
  /** Strategies that stay silent because a longer history would change what their rules compare, with the bars they have and need. */
  readonly warming: readonly WarmingStrategy[]
  /** Strategies skipped because faults of others used up the bar's time. */
  readonly unreached: readonly AskedStrategy[]
}

export interface AskedStrategy {
  readonly strategyId: string
  readonly version: number
}

export interface WarmingStrategy extends AskedStrategy, Warming {}

export interface StrategySignal extends AskedStrategy {
  readonly side: SignalSide
  /** What its rule compared; absent when another strategy ended the worker before it could report. */
  readonly values?: readonly OperandValue[]
}

export interface EvaluationFault extends AskedStrategy {
  readonly problem: EvaluationProblem
}

export type EvaluationProblem =
  | { readonly kind: 'failed'; readonly message: string }
  /** No end in sight after so many real milliseconds; its worker was ended. */
  | { readonly kind: 'stalled'; readonly ms: number }
  /** Its worker used up its memory and was ended. */
  | { readonly kind: 'out of memory' }

/**
 * What the pool sends to a worker. Large things are in shared memory and handed over once: a worker that is given the same megabytes again with
 * each bar counts them each time, and cleans up as if it had them.
 */
export interface EvaluationMessage {
  readonly symbol: IndexSymbol
  readonly interval: Interval
  readonly closedAt: Instant
  /** The candles in the book at that time, by the id of their page. */
  readonly candles: Omit<CandlePage, 'buffer'>
  /** Of its page. */
  readonly rosterVersion: number
  /** The place in the roster to start from. */
  readonly from: number
  /** Of the EvaluationBoard to answer on. */
  readonly board: SharedArrayBuffer
  /** Null: the worker is taken to have both already. */
  readonly handed: { readonly candles: SharedArrayBuffer; readonly roster: RosterPage } | null
}

/** A worker's answer besides the board; null when it needs the candles or the roster first. */
export type EvaluationReply = SignalValues | null

/** Of the signals alone, what their rules compared, by the place in the roster. */
export type SignalValues = ReadonlyMap<number, readonly OperandValue[]>

/** A list of rule sets as JSON text in shared memory. Pages of equal version are equal. */
export interface RosterPage {
  readonly version: number
  readonly text: SharedArrayBuffer
}
