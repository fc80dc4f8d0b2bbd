import { LIMITS } from '../limits.ts'
import { INTERVAL_MINUTES } from '../market/candles.ts'
import { countColumns } from './countColumns.ts'
import type { RuleSet } from './RuleSet.ts'

/** Why rules cannot be tried over so many minutes, with the numbers, for the user; null when they fit. */
export function backtestSizeMistake(rules: RuleSet, minutes: number, most: number = LIMITS.backtests.values): string | null {
  const columns = countColumns(rules)
  const bars = Math.ceil(minutes / INTERVAL_MINUTES[rules.interval])
  if (columns * bars <= most) return null
  return (
    `These rules need ${grouped(columns)} columns of ${grouped(bars)} bars each, ${grouped(columns * bars)} values; at most ${grouped(most)} fit. ` +
    'Take fewer indicators, longer bars or an earlier last day.'
  )
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}
