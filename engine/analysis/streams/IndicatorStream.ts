import type { CandleColumns } from '../../../schema/market/candles.ts'

/**
 * An indicator that takes bar after bar and keeps what it needs of them: a step costs the same however long the history is. Its values
 * equal computeIndicator over all bars it took, to the last bit.
 */
export interface IndicatorStream {
  /** Adds bar `i` of these bars, the one after the last it took. */
  step(bars: CandleColumns, i: number): void
  /** Its outputs on the last bar, in the order of `outputsOf`; NaN where there is none. Overwritten by each step. */
  readonly values: Float64Array
  /** Whether no longer history would have changed the values by more than TOLERANCE (warmth.ts). Once true it stays so. */
  readonly isWarm: boolean
}
