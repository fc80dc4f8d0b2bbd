import type { CandleColumns } from '../../../schema/market/candles.ts'
import type { IndicatorCall } from '../../../schema/rules/indicators.ts'

/** Another library's column for one output of an indicator. */
export interface Peer {
  readonly library: string
  readonly call: IndicatorCall
  readonly output: string
  /** From which bar the two must agree: where different seeds have faded. */
  readonly warmUp: number
  /** The library's values, aligned with the end of the candles. */
  readonly compute: (candles: CandleColumns) => readonly (number | null | undefined)[]
}

/** One peer for each output, picked from the rows that the library makes for them all. */
export function peers<Row>(
  library: string,
  call: IndicatorCall,
  warmUp: number,
  rows: (candles: CandleColumns) => readonly (Row | null)[],
  outputs: Readonly<Record<string, (row: Row) => number | undefined>>,
): Peer[] {
  return Object.entries(outputs).map(([output, pick]) => ({
    library,
    call,
    output,
    warmUp,
    compute: (candles) => rows(candles).map((row) => row && pick(row)),
  }))
}

/** For rows that are the values themselves. */
export const value = { value: (row: number) => row }

interface Bands {
  readonly upper: number
  readonly middle: number
  readonly lower: number
}

export const bands = { upper: (row: Bands) => row.upper, middle: (row: Bands) => row.middle, lower: (row: Bands) => row.lower }

/** The candles as plain arrays. */
export function prices({ high, low, close }: CandleColumns): { high: number[]; low: number[]; close: number[] } {
  return { high: [...high], low: [...low], close: [...close] }
}
