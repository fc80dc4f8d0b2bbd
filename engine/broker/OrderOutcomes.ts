import { TRADE_MODES, type TradeMode } from '../../schema/TradeMode.ts'
import type { ExecutionPort, OrderUpdate } from './port.ts'

/** What an order can come to; `unknown`: nobody has answered whether the broker has it. */
const OUTCOMES = ['filled', 'rejected', 'cancelled', 'expired', 'unknown'] as const satisfies readonly OrderUpdate['type'][]
type Outcome = (typeof OUTCOMES)[number]

/** Counts what brokers report of orders, by mode, since the start. An order that fills in parts counts for each. */
export class OrderOutcomes {
  readonly #counts: Readonly<Record<TradeMode, Record<Outcome, number>>>

  constructor(brokers: Readonly<Record<TradeMode, Pick<ExecutionPort, 'onUpdate'>>>) {
    const none = () => ({ filled: 0, rejected: 0, cancelled: 0, expired: 0, unknown: 0 })
    this.#counts = { PAPER: none(), LIVE: none() }
    for (const mode of TRADE_MODES)
      brokers[mode].onUpdate(({ type }) => {
        const outcome = OUTCOMES.find((each) => each === type)
        if (outcome) this.#counts[mode][outcome]++
      })
  }

  /** A row for each mode and outcome. */
  get rows(): readonly { readonly labels: { readonly mode: TradeMode; readonly outcome: Outcome }; readonly value: number }[] {
    return TRADE_MODES.flatMap((mode) => OUTCOMES.map((outcome) => ({ labels: { mode, outcome }, value: this.#counts[mode][outcome] })))
  }
}
