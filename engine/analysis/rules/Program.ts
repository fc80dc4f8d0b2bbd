import type { Interval } from '../../../schema/market/candles.ts'
import type { BarColumns } from './BarColumns.ts'
import type { Source } from './Source.ts'

/** A rule set as flat lists, in the order they are worked off: by runProgram, over any range of bars. Numbers are places in these lists. */
export interface Program {
  readonly interval: Interval
  readonly sources: readonly Source[]
  /** For each source, how many bars back it is read at the furthest. */
  readonly reach: readonly number[]
  /** Distinct pairs of operands, whatever the comparison. */
  readonly pairs: readonly Pair[]
  readonly steps: readonly Step[]
  /** Of a program with one pair: its signal by the pair's standing now and, two bits higher, on the bar before. Null: it has more. */
  readonly table: Int8Array | null
  /** The registers with the truth of the sides; null: there is no such side. Where there is `enter`, there is no other. */
  readonly long: number | null
  readonly short: number | null
  readonly enter: number | null
}

/** Two operands, each a source so many bars back. */
export interface Pair {
  readonly left: number
  readonly leftBack: number
  readonly right: number
  readonly rightBack: number
  /** Whether their state on the previous bar is needed, too. */
  readonly crosses: boolean
}

/** One step, over all bars of the range; registers hold a Truth for each. */
export type Step =
  /** The truth table (runProgram.ts) of the pair's standing, now and on the bar before. */
  | { readonly kind: 'look'; readonly into: number; readonly pair: number; readonly table: Uint8Array }
  | { readonly kind: 'all' | 'any'; readonly into: number; readonly from: number }
  | { readonly kind: 'not'; readonly into: number }

/** A program's columns, in the order of its sources. */
export function columnsOf({ sources }: Program, bars: BarColumns): Float64Array[] {
  return sources.map((source) => bars.column(source))
}

/**
 * The place of the first bar on which a program may signal: longer history changes nothing it reads there. Infinity when there is none yet.
 * Throws a RangeError when it is for other bars.
 */
export function warmFrom({ interval, sources, reach }: Program, bars: BarColumns): number {
  if (interval !== bars.interval) throw new RangeError(`rules for ${interval} bars on a series of ${bars.interval}`)
  return sources.reduce((latest, source, i) => Math.max(latest, bars.warmFrom(source) + reach[i]!), 0)
}
