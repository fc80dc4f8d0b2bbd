/** A worker of SweepPool whose plans probe the shared candles, or misbehave. */
import type { CandleColumns } from '../../../schema/market/candles.ts'
import type { SweepChunk } from '../SweepPool.ts'

/** `close`: answers the close of a bar. `mark`: first makes it 7, in the shared candles. */
export interface Probe {
  readonly kind: 'close' | 'mark' | 'throw' | 'loop'
  readonly bar: number
}

export default ({ market, plans }: SweepChunk<CandleColumns, Probe>): number[] =>
  plans.map(({ kind, bar }) => {
    if (kind === 'throw') throw new Error('this plan is broken')
    while (kind === 'loop');
    if (kind === 'mark') market.close[bar] = 7
    return market.close[bar] ?? NaN
  })
