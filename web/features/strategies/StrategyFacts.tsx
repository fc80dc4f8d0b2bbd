import { styled } from 'styled-components'
import type { PerformancePartsFragment, UserStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount, formatRate, formatRupees } from '../../lib/formatMoney.ts'
import { Badge } from '../../ui/Badge.ts'
import { ModeWord } from '../../ui/ModeBadge.tsx'
import { NetNote } from '../../ui/NetNote.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 8px;
  padding: 10px 12px;
  border-radius: var(--radius-sm);
  background: var(--raised);

  dt {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  dd {
    font-weight: 600;
    white-space: nowrap;
  }
`

const Terms = styled.dl`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 4px 16px;
  font-size: var(--text-sm);

  dt {
    color: var(--muted);
  }

  dd {
    text-align: right;
  }
`

const Instruments = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
`

/** A strategy's results so far in one mode, which is named; a dash where nothing was traded. */
export function PerformanceFigures({ performance }: { performance: PerformancePartsFragment }) {
  const traded = performance.totalTrades > 0
  return (
    <Figures>
      <div>
        <dt>Trades</dt>
        <dd>{formatCount(performance.totalTrades)}</dd>
        <dd>
          <small>
            <ModeWord $mode={performance.mode}>{performance.mode === 'PAPER' ? 'On paper' : 'LIVE'}</ModeWord>
          </small>
        </dd>
      </div>
      <div>
        <dt>Win Rate</dt>
        <dd>{formatRate(traded ? performance.winRate : null)}</dd>
      </div>
      <div>
        <dt>P&amp;L</dt>
        <dd>
          <ProfitLoss value={traded ? performance.totalPnL : null} />
        </dd>
        <dd>
          <NetNote value={traded ? performance.totalNet : null} />
        </dd>
      </div>
    </Figures>
  )
}

interface StrategyTermsProps {
  timeWindow: { readonly start: string; readonly end: string }
  maxTrades: number
  /** Lots. */
  quantity: number
  /** What a trade may lose and gain, for one user. */
  risk?: Pick<UserStrategyPartsFragment, 'riskPerTrade' | 'sizeByRisk' | 'stopLoss' | 'takeProfit' | 'legs'>
}

/** When, how often and how much a strategy trades. */
export function StrategyTerms({ timeWindow, maxTrades, quantity, risk }: StrategyTermsProps) {
  const hasLegs = risk !== undefined && risk.legs.length > 0
  const isSized = risk?.sizeByRisk === true && !hasLegs
  return (
    <Terms>
      <dt>Trading window</dt>
      <dd>
        {timeWindow.start} – {timeWindow.end} IST
      </dd>
      <dt>Max trades</dt>
      <dd>{maxTrades} per day</dd>
      <dt>Quantity</dt>
      <dd>
        {isSized ? 'Up to ' : ''}
        {quantity} {quantity === 1 ? 'lot' : 'lots'}
      </dd>
      {risk === undefined ? null : (
        <>
          <dt>Risk per trade</dt>
          <dd>
            <Rupees value={risk.riskPerTrade} /> {isSized ? 'for all lots' : 'a lot'}
          </dd>
          {hasLegs ? (
            <>
              <dt>Stops and targets</dt>
              <dd>those of its legs</dd>
            </>
          ) : (
            <>
              <dt>Stop loss</dt>
              <dd>{levelText(risk.stopLoss)}</dd>
              <dt>Take profit</dt>
              <dd>{levelText(risk.takeProfit)}</dd>
            </>
          )}
        </>
      )}
    </Terms>
  )
}

const levelText = ({ unit, value }: UserStrategyPartsFragment['stopLoss']) =>
  unit === 'PERCENT' ? `${value}% of the premium` : `${formatRupees(value)} of the trade`

/** The first `shown` instruments and how many more there are. */
export function InstrumentList({ instruments, shown }: { instruments: readonly string[]; shown: number }) {
  const more = instruments.length - shown
  return (
    <Instruments aria-label="Instruments">
      {instruments.slice(0, shown).map((instrument) => (
        <Badge as="li" key={instrument}>
          {instrument}
        </Badge>
      ))}
      {more > 0 ? (
        <Badge as="li" title={instruments.slice(shown).join(', ')}>
          +{more} more
        </Badge>
      ) : null}
    </Instruments>
  )
}
