import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { RATIO_DAYS } from '../../../schema/trading/performanceOf.ts'
import type { ReportQuery } from '../../gql/generated/graphql.ts'
import { formatCount, formatRate, formatSignedRupees, UNKNOWN } from '../../lib/formatMoney.ts'
import { formatDate, formatTime } from '../../lib/formatTime.ts'
import { media } from '../../theme/media.ts'
import { Explainer } from '../../ui/Explainer.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 8px;

  & > div {
    padding: 12px 14px;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
    break-inside: avoid;
  }

  dt {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 4px;
    color: var(--muted);
    font-size: var(--text-sm);
  }

  dd:first-of-type {
    font-size: var(--text-lg);
    font-weight: 650;
    line-height: 28px;
  }

  dd + dd {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  @media (max-width: 80rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${media.phone} {
    & > div {
      padding: 10px 12px;
    }
  }

  @media print {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
`

/** A report's key figures, each with its meaning and formula. */
export function KeyFigures({ report }: { report: ReportQuery['report'] }) {
  const { trades, net, gross, winRate, expectancy, profitFactor, maxDrawdown, sharpe, sortino, tradingDays, days } = report
  const ofDays =
    tradingDays < RATIO_DAYS
      ? `Needs ${RATIO_DAYS} sessions; so far ${formatCount(tradingDays)}`
      : `Of ${formatCount(tradingDays)} sessions`
  return (
    <Figures>
      <Figure
        title="Net result"
        text="What your closed trades earned or lost after brokerage, taxes and fees."
        computed="the sum of premium received less premium paid, less charges, over all closed trades."
        note={
          <>
            <Rupees value={gross} format={formatSignedRupees} /> before charges
          </>
        }
      >
        <ProfitLoss value={net} />
      </Figure>
      <Figure
        title="Trades"
        text="Closed trades. Open trades are not counted."
        computed="entries whose exit was filled within the period, by the exit day in IST."
        note={`On ${formatCount(days.length)} ${days.length === 1 ? 'day' : 'days'}`}
      >
        {formatCount(trades)}
      </Figure>
      <Figure
        title="Win rate"
        text="The share of trades that won. A high rate can still lose money, when losses are larger than gains."
        computed="trades with a net result above zero ÷ all closed trades."
        note="After charges"
      >
        {formatRate(winRate)}
      </Figure>
      <Figure
        title="Expectancy"
        text="The average result per trade."
        computed="net result ÷ closed trades."
        note="Per trade, after charges"
      >
        <ProfitLoss value={expectancy} />
      </Figure>
      <Figure
        title="Profit factor"
        text="Gain of the winners per rupee lost by the losers: below 1, the losses were larger."
        computed="net of the trades that gained ÷ net of the others, without its sign; unknown without a loss."
        note="Gain per rupee lost"
      >
        {ratio(profitFactor)}
      </Figure>
      <Figure
        title="Maximum drawdown"
        text="The deepest fall of your net result from an earlier high: what you had to sit through on the way."
        computed="the largest fall of the cumulative net result, after a closed trade, from its highest value before, starting at zero."
        note={maxDrawdown ? drawdownTimes(maxDrawdown) : 'The result never fell below an earlier high'}
      >
        <Rupees value={maxDrawdown ? maxDrawdown.amount : 0} />
      </Figure>
      <Figure
        title="Sharpe ratio"
        text="The average daily result relative to its ups and downs. Unreliable over a few days."
        computed="mean of the daily net results ÷ their standard deviation × √252, days without a trade as zero, without a risk-free rate."
        note={ofDays}
      >
        {ratio(sharpe)}
      </Figure>
      <Figure
        title="Sortino ratio"
        text="The same as the Sharpe ratio, but only losing days count as risk."
        computed="mean of the daily net results ÷ the root of the mean squared loss × √252, days without a trade as zero."
        note={ofDays}
      >
        {ratio(sortino)}
      </Figure>
    </Figures>
  )
}

interface FigureProps {
  title: string
  text: string
  computed: string
  note: ReactNode
  children: ReactNode
}

function Figure({ title, text, computed, note, children }: FigureProps) {
  return (
    <div>
      <dt>
        {title} <Explainer about={title} text={text} computed={computed} />
      </dt>
      <dd>{children}</dd>
      <dd>{note}</dd>
    </div>
  )
}

/** When it fell and recovered: by days, or by times of day within one. */
function drawdownTimes({ peakAt, troughAt, recoveredAt }: NonNullable<ReportQuery['report']['maxDrawdown']>): string {
  const days = new Set([peakAt, troughAt, recoveredAt].flatMap((at) => (at === null ? [] : [formatDate(at)])))
  const word = days.size === 1 ? formatTime : formatDate
  return [
    `${peakAt === null ? 'From the beginning' : word(peakAt)} to ${word(troughAt)}`,
    ...(days.size === 1 ? [` IST on ${formatDate(troughAt)}`] : []),
    `, ${recoveredAt === null ? 'not recovered yet' : `recovered ${word(recoveredAt)}`}`,
  ].join('')
}

const ratio = (value: number | null) => (value === null ? UNKNOWN : value.toFixed(2).replace('-', '\u2212'))
