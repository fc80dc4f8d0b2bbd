import { RATIO_DAYS } from '../../../schema/trading/performanceOf.ts'
import { formatCount, formatRatio, formatShare, formatSignedRupees } from '../../lib/formatMoney.ts'
import { Badge } from '../../ui/Badge.ts'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { Figures } from './Figures.ts'
import { RangeFigure } from './RangeFigure.tsx'
import type { BacktestReport } from './readReport.ts'

/** The figures of a backtest, each with what it means. */
export function KeyFigures({ report }: { report: BacktestReport }) {
  const { metrics } = report
  const tooFewDays = report.days < RATIO_DAYS ? `Needs ${RATIO_DAYS} trading days; here ${formatCount(report.days)}.` : null
  return (
    <Figures>
      <div>
        <dt>
          Net result <Badge $tone="warning">HYPOTHETICAL</Badge>
        </dt>
        <dd>
          <ProfitLoss value={metrics.net} />
        </dd>
        <dd>
          After <Rupees value={metrics.charges} /> of brokerage, taxes and fees;{' '}
          <Rupees value={metrics.gross} format={formatSignedRupees} /> before charges. Starting funds: <Rupees value={report.funds} />.
        </dd>
      </div>
      {report.range === null ? null : <RangeFigure range={report.range} />}
      <div>
        <dt>Worst drawdown</dt>
        <dd>
          <Rupees value={metrics.maxDrawdown} />
        </dd>
        <dd>Deepest fall of the account from an earlier high: up to {formatShare(metrics.maxDrawdownShare)}.</dd>
      </div>
      <div>
        <dt>Trades</dt>
        <dd>{formatCount(metrics.trades)}</dd>
        <dd>
          Of {formatCount(report.signals)} signals on {formatCount(report.days)} {report.days === 1 ? 'day' : 'days'};{' '}
          {formatCount(report.denied)} skipped{report.stillOpen === 0 ? '' : `, ${formatCount(report.stillOpen)} still open at the end`}.
        </dd>
      </div>
      <div>
        <dt>Win rate</dt>
        <dd>{formatShare(metrics.winRate)}</dd>
        <dd>The share of trades that won after charges. A high rate can still lose money.</dd>
      </div>
      <div>
        <dt>Average trade</dt>
        <dd>
          <ProfitLoss value={metrics.expectancy} />
        </dd>
        <dd>Average net result per trade.</dd>
      </div>
      <div>
        <dt>Profit factor</dt>
        <dd>{formatRatio(metrics.profitFactor)}</dd>
        <dd>Gain of the winners per rupee lost by the losers; below 1 loses money.</dd>
      </div>
      <div>
        <dt>Sharpe ratio</dt>
        <dd>{formatRatio(tooFewDays === null ? metrics.sharpe : null)}</dd>
        <dd>{tooFewDays ?? 'Annual return relative to daily swings; unreliable over few days.'}</dd>
      </div>
      <div>
        <dt>Sortino ratio</dt>
        <dd>{formatRatio(tooFewDays === null ? metrics.sortino : null)}</dd>
        <dd>{tooFewDays ?? 'The same, counting losing days only.'}</dd>
      </div>
      <div>
        <dt>Time in a trade</dt>
        <dd>{formatShare(metrics.exposure)}</dd>
        <dd>Of the minutes the market was open.</dd>
      </div>
    </Figures>
  )
}
