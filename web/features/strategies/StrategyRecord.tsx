import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { EquityChart } from '../../charts/EquityChart.tsx'
import { curveFromZero } from '../../charts/equityGeometry.ts'
import type { StrategyRecordPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount, formatRate, formatSignedRupees, UNKNOWN } from '../../lib/formatMoney.ts'
import { formatDate, formatDates } from '../../lib/formatTime.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Card } from '../../ui/Card.ts'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import type { TradeMode } from '../../../schema/TradeMode.ts'

const Frame = styled(Card)`
  h2 {
    display: flex;
    align-items: center;
    gap: 10px;
    margin-bottom: 4px;
    font-size: var(--text-md);
  }

  & > p:not(:last-child) {
    margin-bottom: 12px;
  }

  & > p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
  gap: 8px;
  margin-bottom: 16px;

  div {
    padding: 8px 12px;
    border-radius: var(--radius-sm);
    background: var(--raised);
  }

  dt {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  dd {
    font-weight: 600;
    white-space: nowrap;
  }
`

interface StrategyRecordProps {
  mode: TradeMode
  record: StrategyRecordPartsFragment
}

/** A strategy's record in one mode since its publication, all versions together: of one lot, and one trade for each signal. */
export function StrategyRecord({ mode, record }: StrategyRecordProps) {
  const { trades, winRate, gross, charges, net, worstDrawdown, firstTradeAt, lastTradeAt, equity, openTrades } = record
  return (
    <Frame aria-label={mode === 'PAPER' ? 'Record on paper' : 'Record with real orders'}>
      <h2>
        {mode === 'PAPER' ? 'On paper' : 'With real orders'} <ModeBadge mode={mode} />
      </h2>
      {trades === 0 ? (
        <>
          <p>No trade has been closed {mode === 'PAPER' ? 'on paper' : 'with real orders'} yet.</p>
          {openTrades === 0 ? null : (
            <Figures>
              <OpenTrades record={record} />
            </Figures>
          )}
        </>
      ) : (
        <>
          <p>
            One lot and one trade per signal, average across subscribers, {formatDates(firstTradeAt, lastTradeAt)}. The curve and its worst
            drawdown value open trades at their last prices; the other figures count closed trades only. Past results do not predict future
            results.
          </p>
          <Figures>
            <Figure name="Net">
              <ProfitLoss value={net} />
            </Figure>
            <Figure name="Worst drawdown">
              <Rupees value={worstDrawdown} />
            </Figure>
            <Figure name="Trades">{formatCount(trades)}</Figure>
            <Figure name="Win rate, before charges">{formatRate(winRate)}</Figure>
            <Figure name="Gross">
              <Rupees value={gross} format={formatSignedRupees} />
            </Figure>
            <Figure name="Charges">
              <Rupees value={charges} />
            </Figure>
            {openTrades === 0 ? null : <OpenTrades record={record} />}
          </Figures>
          {isOfOneDay(equity) ? (
            <p>The curve has a point for the end of each day: it is drawn from the second day on.</p>
          ) : (
            <EquityChart
              label={`Net result so far, ${mode === 'PAPER' ? 'on paper' : 'with real orders'}, with open trades at their last prices`}
              points={curveFromZero(equity)}
              height={220}
            />
          )}
        </>
      )}
    </Frame>
  )
}

/** A single day's curve would be one step, as if all of its result had come at once. */
function isOfOneDay(equity: StrategyRecordPartsFragment['equity']): boolean {
  const [first, last] = [equity[0], equity.at(-1)]
  return first !== undefined && last !== undefined && formatDate(first.at) === formatDate(last.at)
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Open trades stand apart: of the other figures only the worst drawdown has them, as the curve has. */
function OpenTrades({ record: { openTrades, openUnpriced, openNet } }: Pick<StrategyRecordProps, 'record'>) {
  const unpriced = openUnpriced === 0 ? '' : `, ${formatCount(openUnpriced)} without a price`
  return (
    <Figure name={`${formatCount(openTrades)} open, if closed now${unpriced}`}>
      {openUnpriced === openTrades ? UNKNOWN : <ProfitLoss value={openNet} />}
    </Figure>
  )
}
