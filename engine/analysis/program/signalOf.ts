import { not, TRUE, type Truth } from '../Truth.ts'
import type { Program } from './Program.ts'

/** What lies between the steps: one bar ends before the next begins, so all share it. */
const truths: Truth[] = []

/**
 * What a program says of one bar: 1 LONG, −1 SHORT, 0 nothing; both sides at once cancel out. `standings`: of each pair, as two bits
 * (standing.ts), now and, two bits higher, on the bar before.
 */
export function signalOf({ steps, long, short }: Pick<Program, 'steps' | 'long' | 'short'>, standings: ArrayLike<number>): -1 | 0 | 1 {
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
  const isLong = long !== null && truths[long] === TRUE
  const isShort = short !== null && truths[short] === TRUE
  return isLong === isShort ? 0 : isLong ? 1 : -1
}
