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
  const tooFewTrades = `From ${JUDGED_TRADES} trades on.`
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
              Of entries at random moments of the same days and sides, with the same exits, so many earned less;{' '}
              <Rupees value={randomEntries.expectancy} format={formatSignedRupees} /> a trade on average.
            </>
          ) : (
            tooFewTrades
          )}
        </Figure>
        <Figure term="Growth a year" value={formatShare(cagr)}>
          {tooFewDays ?? 'CAGR: what these days would come to if every year were like them.'}
        </Figure>
        <Figure term="Calmar ratio" value={formatRatio(calmar)}>
          {tooFewDays ?? (calmar === null ? 'There was no drawdown to compare with.' : 'Yearly growth divided by the worst drawdown.')}
        </Figure>
        <Figure term="Longest drawdown" value={counted(drawdownDays, 'day')}>
          Trading days in a row that ended below an earlier high.
        </Figure>
        <Figure term="Drawdown within trades" value={<Rupees value={intratradeDrawdown.amount} />}>
          Deepest fall on the way, open trades at their worst: {formatShare(intratradeDrawdown.share)} at the most.
        </Figure>
        <Figure term="Payoff" value={formatRatio(payoff)}>
          {payoff === null ? 'Needs both winning and losing trades.' : 'The average win for each rupee of the average loss.'}{' '}
          <Rupees value={averageWin} format={formatSignedRupees} /> and <Rupees value={averageLoss} format={formatSignedRupees} />.
        </Figure>
        <Figure term="Streaks" value={`${formatCount(winStreak)} won, ${formatCount(lossStreak)} lost`}>
          The most in a row.
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
        <Figure term="Costs of the gross profit" value={formatShare(costShare)}>
          {costShare === null ? 'There was no gross profit to pay costs from.' : 'What brokerage, taxes and fees took of it.'}
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
