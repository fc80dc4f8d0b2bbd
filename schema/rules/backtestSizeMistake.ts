import { LIMITS } from '../limits.ts'
import { INTERVAL_MINUTES } from '../market/candles.ts'
import { countColumns } from './countColumns.ts'
import type { RuleSet } from './RuleSet.ts'
import type { TooLarge } from './TooLarge.ts'

/** Why rules cannot be tried over so many minutes; null when they fit. */
export function backtestSizeMistake(rules: RuleSet, minutes: number, most: number = LIMITS.backtests.values): TooLarge | null {
  const columns = countColumns(rules)
  const interval = INTERVAL_MINUTES[rules.interval]
  const bars = Math.ceil(minutes / interval)
  if (columns * bars <= most) return null
  return {
    reason: `These rules need ${grouped(columns)} columns of ${grouped(bars)} bars each, ${grouped(columns * bars)} values; at most ${grouped(most)} fit.`,
    advice: 'take fewer indicators or longer bars',
    fitting: Math.floor(most / columns) * interval,
  }
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}
