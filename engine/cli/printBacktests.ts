import type { BacktestReport, ReportedLeg, ReportedMetrics, ReportedTrade } from '../backtest/report/backtestReport.ts'
import { RATIO_DAYS } from '../../schema/trading/performanceOf.ts'
import { amountCell, percentCell, ratioCell } from './cells.ts'
import { describeAssumptions } from './describeAssumptions.ts'
import { printStatistics } from './printStatistics.ts'
import { textTable } from './textTable.ts'

/** Trades shown of the best, and of the worst. */
const SHOWN = 5

export const METRIC_HEADERS = [
  ...['trades', 'won', 'gross ₹', 'charges ₹', 'net ₹', '₹ a trade', 'profit factor'],
  ...['max drawdown ₹', 'Sharpe', 'Sortino', 'in a trade'],
]

export const RANGE_HEADER = 'net from … to ₹'

/** The cells under METRIC_HEADERS. */
export function metricCells(metrics: ReportedMetrics): string[] {
  const { trades, winRate, gross, charges, net, expectancy, profitFactor, maxDrawdown, maxDrawdownShare, sharpe, sortino, exposure } =
    metrics
  return [
    ...[
      String(trades),
      percentCell(winRate),
      amountCell(gross),
      amountCell(charges),
      amountCell(net),
      amountCell(expectancy),
      ratioCell(profitFactor),
    ],
    ...[`${amountCell(maxDrawdown)} (${percentCell(maxDrawdownShare)})`, ratioCell(sharpe), ratioCell(sortino), percentCell(exposure)],
  ]
}

/** The strategies' metrics as a table, then the best and worst trades of them all, and the denied signals. */
export function printBacktests(reports: readonly BacktestReport[]): string[] {
  const trades = reports.flatMap((report) => report.trades.map((trade) => ({ strategy: report.strategy, trade })))
  const byNet = trades.toSorted((a, b) => b.trade.net - a.trade.net)
  const listed = (heading: string, some: typeof trades) =>
    some.length === 0 ? [] : ['', heading, ...some.flatMap(({ strategy, trade }) => tradeLines(strategy, trade))]
  return [
    ...textTable(
      ['strategy', ...METRIC_HEADERS, RANGE_HEADER],
      reports.map(({ strategy, metrics, range }) => [strategy, ...metricCells(metrics), rangeCell(range)]),
    ),
    ...describeAssumptions(reports),
    ...(reports.some(({ daily }) => daily.length < RATIO_DAYS)
      ? ['', `Sharpe and Sortino ratios are given from ${RATIO_DAYS} trading days on.`]
      : []),
    ...printStatistics(reports),
    ...listed('Best trades', byNet.slice(0, SHOWN)),
    ...listed('Worst trades', byNet.slice(SHOWN).slice(-SHOWN).reverse()),
    '',
    ...reports.map(notTaken),
  ]
}

/** The cell under RANGE_HEADER. */
export function rangeCell(range: BacktestReport['range']): string {
  return range === null ? '–' : `${amountCell(range.low)} … ${amountCell(range.high)}`
}

function tradeLines(strategy: string, { net, opened, closed, legs }: ReportedTrade): string[] {
  return [`  ${amountCell(net)}  ${strategy}: ${opened}`, `    ${closed}`, ...legs.map(legLine)]
}

function legLine({ contract, side, quantity, entryPrice, entryTime, exitPrice, exitTime, reason, net }: ReportedLeg): string {
  const prices = `${entryPrice.toFixed(2)} → ${exitPrice.toFixed(2)}`
  return `      ${side} ${quantity} ${contract}: ${prices}, ${timeCell(entryTime)}–${timeCell(exitTime)} ${reason}, net ${amountCell(net)}`
}

function timeCell(at: string): string {
  return at.slice('2024-01-31T'.length, '2024-01-31T09:15'.length)
}

function notTaken({ strategy, signals, denials, denied, stillOpen, priceSources, recordedFills }: BacktestReport): string {
  const counts = (of: Readonly<Record<string, number>>) =>
    Object.entries(of)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')
  return (
    `${strategy}: ${signals} signals` +
    (denials.length > 0 ? `, ${denials.length} not taken (${counts(denied)})` : '') +
    (stillOpen.length > 0 ? `, ${stillOpen.length} still open at the end` : '') +
    `; trades priced by: ${counts(priceSources) || 'nothing'}` +
    (recordedFills && recordedFills.fills > 0
      ? `; ${recordedFills.inside} of ${recordedFills.fills} fills within what was traded in their minute`
      : '') +
    '.'
  )
}
