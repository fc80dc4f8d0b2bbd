import { formatRupees, paise } from '../../../schema/money.ts'
import { JUDGED_TRADES } from '../../../schema/trading/performanceOf.ts'
import { CONFIDENCE } from './bootstrapInterval.ts'

/** How far the average trade of a backtest can be trusted, in one sentence. `interval`: of its net in paise, null where there is none. */
export function verdictOf(trades: number, interval: { readonly low: number; readonly high: number } | null): string {
  if (trades === 0) return 'No trade was closed, so there is nothing to judge.'
  const counted = `${trades} ${trades === 1 ? 'trade is' : 'trades are'}`
  if (trades < JUDGED_TRADES || !interval) return `${counted} too few to judge: ${JUDGED_TRADES} are needed.`
  const between = `between ${rupees(interval.low)} and ${rupees(interval.high)} with ${CONFIDENCE * 100}% confidence`
  if (interval.low > 0) return `The average trade earned money after costs: ${between}.`
  if (interval.high < 0) return `The average trade lost money after costs: ${between}.`
  return `${counted} too few to show whether these rules make money: the average is ${between}.`
}

function rupees(value: number): string {
  return formatRupees(paise(Math.round(value))).replace('-', '\u2212')
}
