import type { Interval } from '../../schema/market/candles.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import type { Instant } from '../../schema/time.ts'

/** A bar that has closed, and the strategies to ask about it. */
export interface EvaluationTask {
  readonly symbol: IndexSymbol
  readonly interval: Interval
  /** Market time at which the bar closed. */
  readonly closedAt: Instant
  readonly strategies: readonly { readonly id: string; readonly rules: RuleSet }[]
}

/** What the pool sends to a worker: the task, and how many candles the book held when it was asked. */
export interface EvaluationMessage extends EvaluationTask {
  readonly count: number
}

export interface StrategySignal {
  readonly strategyId: string
  readonly side: 'LONG' | 'SHORT'
}
