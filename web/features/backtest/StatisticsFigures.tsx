import type { ReactNode } from 'react'
import { counted } from '../../../schema/counted.ts'
import { JUDGED_TRADES, RATIO_DAYS } from '../../../schema/trading/performanceOf.ts'
import { formatCount, formatRatio, formatShare, formatSignedRupees, UNKNOWN } from '../../lib/formatMoney.ts'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { Sentence } from '../../ui/Sentence.tsx'
import { Figures } from './Figures.ts'
import type { BacktestStatistics } from './readStatistics.ts'

/** How far a backtest can be trusted, and how its trades went. `days`: trading days it is of. */
export function StatisticsFigures({ statistics, days }: { statistics: BacktestStatistics; days: number }) {
  const { verdict, expectancyInterval, randomEntries, cagr, calmar, drawdownDays, intratradeDrawdown, payoff, costShare } = statistics
  const { averageWin, averageLoss, winStreak, lossStreak, holdingMinutes, adverse, favourable, expiryDays } = statistics
  const tooFewDays = days < RATIO_DAYS ? `Needs ${RATIO_DAYS} trading days; here ${formatCount(days)}.` : null
  const tooFewTrades = `Needs ${JUDGED_TRADES} trades.`
  return (
    <section>
      <h3>How far to trust it</h3>
      <Figures>
        <Figure term="Average trade, range" value={expectancyInterval ? <Range {...expectancyInterval} /> : UNKNOWN}>
          <Sentence text={verdict} />
        </Figure>
        <Figure term="Better than chance" value={formatShare(randomEntries && randomEntries.percentile)}>
          {randomEntries ? (
            <>
              This share of random entries on the same days and sides, with the same exits, earned less;{' '}
              <Rupees value={randomEntries.expectancy} format={formatSignedRupees} /> per trade on average.
            </>
          ) : (
            tooFewTrades
          )}
        </Figure>
        <Figure term="Annual growth" value={formatShare(cagr)}>
          {tooFewDays ?? 'CAGR: the growth if every year were like these days.'}
        </Figure>
        <Figure term="Calmar ratio" value={formatRatio(calmar)}>
          {tooFewDays ?? (calmar === null ? 'There was no drawdown.' : 'Annual growth divided by the worst drawdown.')}
        </Figure>
        <Figure term="Longest drawdown" value={counted(drawdownDays, 'day')}>
          Consecutive trading days that ended below an earlier high.
        </Figure>
        <Figure term="Drawdown within trades" value={<Rupees value={intratradeDrawdown.amount} />}>
          Deepest fall with open trades at their worst: up to {formatShare(intratradeDrawdown.share)}.
        </Figure>
        <Figure term="Payoff" value={formatRatio(payoff)}>
          {payoff === null ? 'Needs both winning and losing trades.' : 'Average win per rupee of average loss.'}{' '}
          <Rupees value={averageWin} format={formatSignedRupees} /> and <Rupees value={averageLoss} format={formatSignedRupees} />.
        </Figure>
        <Figure term="Streaks" value={`${formatCount(winStreak)} won, ${formatCount(lossStreak)} lost`}>
          Longest run of each.
        </Figure>
        <Figure term="Time held" value={holdingMinutes ? `${formatCount(holdingMinutes.median)} min` : UNKNOWN}>
          {holdingMinutes ? `Half of the trades were shorter; ${formatCount(holdingMinutes.mean)} min on average.` : 'No trade was closed.'}
        </Figure>
        <Figure term="Against a trade (MAE)" value={<Rupees value={adverse.mean} />}>
          How far a trade went against you on average; winners <Rupees value={adverse.ofWins} />.
        </Figure>
        <Figure term="For a trade (MFE)" value={<Rupees value={favourable.mean} />}>
          How far a trade was ahead on average; losers <Rupees value={favourable.ofLosses} />.
        </Figure>
        <Figure term="Costs as % of gross profit" value={formatShare(costShare)}>
          {costShare === null ? 'There was no gross profit.' : 'The share that went to brokerage, taxes and fees.'}
        </Figure>
        <Figure term="On expiry days" value={<ProfitLoss value={expiryDays && expiryDays.on.expectancy} />}>
          {expiryDays ? (
            <>
              Average of {counted(expiryDays.on.trades, 'trade')}; on other days{' '}
              <Rupees value={expiryDays.off.expectancy} format={formatSignedRupees} />, of {formatCount(expiryDays.off.trades)}.
            </>
          ) : (
            'No options were traded.'
          )}
        </Figure>
      </Figures>
    </section>
  )
}

function Figure({ term, value, children }: { term: string; value: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
      <dd>{children}</dd>
    </div>
  )
}

function Range({ low, high }: { low: number; high: number }) {
  return (
    <>
      <Rupees value={low} format={formatSignedRupees} /> to <Rupees value={high} format={formatSignedRupees} />
    </>
  )
}
