import type { BacktestReport } from '../backtest/report/backtestReport.ts'
import type { TradeGroup } from '../backtest/statistics/tradeStatistics.ts'
import { amountCell, percentCell, ratioCell } from './cells.ts'
import { textTable } from './textTable.ts'

const HEADERS = [
  ...['CAGR', 'Calmar', 'days below the high', 'drawdown within trades ₹', 'average win ₹', 'average loss ₹', 'payoff', 'streaks'],
  ...['minutes held', 'MAE ₹ (wins)', 'MFE ₹ (losses)', 'costs of gross', '₹ on expiry days', '₹ on other days'],
]

/** What the strategies' accounts went through, as a table, then how far the average trade of each can be trusted. */
export function printStatistics(reports: readonly BacktestReport[]): string[] {
  return ['', ...textTable(['strategy', ...HEADERS], reports.map(statisticsCells)), '', ...reports.flatMap(trustLines)]
}

function statisticsCells({ strategy, statistics }: BacktestReport): string[] {
  const { cagr, calmar, drawdownDays, intratradeDrawdown, averageWin, averageLoss, payoff, winStreak, lossStreak } = statistics
  const { holdingMinutes, adverse, favourable, costShare, expiryDays } = statistics
  return [
    ...[strategy, percentCell(cagr), ratioCell(calmar), String(drawdownDays), amountCell(intratradeDrawdown.amount)],
    ...[amountCell(averageWin), amountCell(averageLoss), ratioCell(payoff), `${winStreak} won, ${lossStreak} lost`],
    ...[amountCell(holdingMinutes && holdingMinutes.median), `${amountCell(adverse.mean)} (${amountCell(adverse.ofWins)})`],
    ...[`${amountCell(favourable.mean)} (${amountCell(favourable.ofLosses)})`, percentCell(costShare)],
    ...[groupCell(expiryDays && expiryDays.on), groupCell(expiryDays && expiryDays.off)],
  ]
}

/** Trades, and their mean net. */
function groupCell(group: Pick<TradeGroup, 'trades' | 'expectancy'> | null): string {
  return group === null ? '–' : `${group.trades} at ${amountCell(group.expectancy)}`
}

function trustLines({ strategy, statistics: { verdict, randomEntries } }: BacktestReport): string[] {
  if (!randomEntries) return [`${strategy}: ${verdict}`]
  const { percentile, expectancy } = randomEntries
  return [
    `${strategy}: ${verdict}`,
    `  It earned more than ${percentCell(percentile)} of draws of entries at random moments of the same days and sides with the same exits (₹${amountCell(expectancy)} a trade).`,
  ]
}
