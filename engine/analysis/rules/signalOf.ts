import { not, TRUE, type Truth } from './Truth.ts'
import type { Program } from './Program.ts'

/** What lies between the steps: one bar ends before the next begins, so all share it. */
const truths: Truth[] = []

/** A rule set's signal on a bar: 1 LONG, −1 SHORT, 2 NEUTRAL, 0 nothing. */
export type Signal = -1 | 0 | 1 | 2

/** A signal where it is kept as a number; 0 where none is. */
export function toSignal(kept: number | undefined): Signal {
  return kept === 1 || kept === -1 || kept === 2 ? kept : 0
}

/** What is run of a program once its pairs are evaluated. */
export type Decided = Pick<Program, 'steps' | 'long' | 'short' | 'enter'>

/**
 * A program's signal on one bar: 1 LONG, −1 SHORT, 2 NEUTRAL, 0 nothing; long and short at once cancel out. `standings`: of each pair, as
 * two bits (standing.ts), now and, two bits higher, on the bar before.
 */
export function signalOf({ steps, long, short, enter }: Decided, standings: ArrayLike<number>): Signal {
  for (const step of steps) {
    const { into } = step
    switch (step.kind) {
      case 'look':
        truths[into] = step.table[standings[step.pair]!] as Truth
        break
      // "All" is the lesser truth, "any" the greater one (Truth.ts).
      case 'all':
        truths[into] = (truths[into]! & truths[step.from]!) as Truth
        break
      case 'any':
        truths[into] = (truths[into]! | truths[step.from]!) as Truth
        break
      case 'not':
        truths[into] = not(truths[into]!)
    }
  }
  if (enter !== null) return truths[enter] === TRUE ? 2 : 0
  const isLong = long !== null && truths[long] === TRUE
  const isShort = short !== null && truths[short] === TRUE
  return isLong === isShort ? 0 : isLong ? 1 : -1
}
