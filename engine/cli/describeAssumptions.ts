import type { BacktestReport } from '../backtest/report/backtestReport.ts'
import { describeVolatility } from '../../schema/trading/describeVolatility.ts'
import { POSITION_ASSUMPTIONS } from '../../schema/trading/positionAssumptions.ts'

/** What a row of figures, and its range, rest on. */
export type AssumedRow = Pick<BacktestReport, 'strategy' | 'range' | 'assumptions'>

/** What the figures of a table of backtests rest on, and what their range is of, as lines of text; none for the index itself. */
export function describeAssumptions(reports: readonly AssumedRow[]): string[] {
  const ranged = reports.filter(({ range }) => range !== null)
  const [first] = ranged
  if (!first) return []
  const { slippage, latencyMs } = first.assumptions
  return [
    '',
    'Net from … to: the same trades with the volatility of the option model 4 points lower and higher, and at twice the slippage.',
    `Assumed: ${slippage} × half a spread on every fill; a stop slips ${slippage} × what the premium moves in ${latencyMs} ms.`,
    ...(ranged.some(({ assumptions }) => assumptions.positions) ? [POSITION_ASSUMPTIONS] : []),
    ...ranged.flatMap(({ strategy, assumptions: { volatility } }) =>
      volatility.length === 0 ? [] : [`${strategy}: volatility ${volatility.map(describeVolatility).join('; ')}.`],
    ),
  ]
}
