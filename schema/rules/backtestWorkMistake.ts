import { LIMITS } from '../limits.ts'
import type { TooLarge } from './TooLarge.ts'

/** What a sweep or a walk-forward asks for. */
export interface BacktestWork {
  readonly variants: number
  /** Of the walk-forward; null: it is none, or nobody knows yet how many there are. */
  readonly folds: number | null
  /** Of history. */
  readonly minutes: number
}

/**
 * Why so many runs over so many minutes are too much work; null when they fit. A fold runs every variant once, and the best of them again.
 */
export function backtestWorkMistake({ variants, folds, minutes }: BacktestWork): TooLarge | null {
  const most = LIMITS.backtests.minutes
  const runs = folds === null ? variants : folds * (variants + 1)
  if (runs * minutes <= most) return null
  const asked = folds === null ? `${grouped(variants)} variants` : `${grouped(variants)} variants on ${grouped(folds)} folds`
  return {
    reason: `${asked} are ${grouped(runs)} runs over ${grouped(minutes)} minutes each, ${grouped(runs * minutes)} minutes; at most ${grouped(most)} fit.`,
    advice: folds === null ? 'take fewer variants' : 'take fewer variants or longer folds',
    // With fewer days there are no more folds.
    fitting: Math.floor(most / runs),
  }
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}
