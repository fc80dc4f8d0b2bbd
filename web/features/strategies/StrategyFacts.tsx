import { styled } from 'styled-components'
import type {
  CandleInterval,
  PerformancePartsFragment,
  StrategyPartsFragment,
  UserStrategyPartsFragment,
} from '../../gql/generated/graphql.ts'
import { formatCount, formatRate, formatRupees } from '../../lib/formatMoney.ts'
import { Badge } from '../../ui/Badge.ts'
import { BeforeCharges } from '../../ui/BeforeCharges.tsx'
import { ModeWord } from '../../ui/ModeBadge.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'

const Figures = styled.dl`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 8px;
  padding: 10px 12px;
  border-radius: var(--radius-sm);
  background: var(--raised);

  /* A profit with its charges is wider than a third of a card. */
  & > :last-child {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: auto 1fr;
    align-items: baseline;
    column-gap: 12px;

    dd {
      grid-column: 2;
    }
  }

  dt {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  dd {
    font-weight: 600;
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

const TIMEFRAMES: Readonly<Record<CandleInterval, string>> = {
  ONE_MINUTE: '1-minute candles',
  FIVE_MINUTES: '5-minute candles',
  FIFTEEN_MINUTES: '15-minute candles',
}

const Instruments = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
`

interface PerformanceFiguresProps {
  performance: PerformancePartsFragment
  /** Whether it is the strategy's record, whose win rate is before charges, not the user's own trades. */
  isRecord?: boolean
}

/** A strategy's results so far in one mode, which is named; a dash where nothing was traded. */
export function PerformanceFigures({ performance, isRecord = false }: PerformanceFiguresProps) {
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
        <dd>
          <small>{isRecord ? 'before charges' : 'after charges'}</small>
        </dd>
      </div>
      <div>
        <dt>P&amp;L</dt>
        <dd>
          <ProfitLoss value={traded ? performance.totalNet : null} />
        </dd>
        <dd>
          <BeforeCharges gross={traded ? performance.totalPnL : null} net={traded ? performance.totalNet : null} />
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
  /** Length of the candles its rules look at. */
  interval?: CandleInterval
  /** The strategy's own stop and target, in per cent of the premium, before anybody subscribes; of no effect where there are legs. */
  levels?: Pick<StrategyPartsFragment, 'stopLoss' | 'takeProfit' | 'legs'>
  /** What a trade may lose and gain, for one user. */
  risk?: Pick<UserStrategyPartsFragment, 'riskPerTrade' | 'sizeByRisk' | 'stopLoss' | 'takeProfit' | 'legs'>
}

/** When, how often and how much a strategy trades. */
export function StrategyTerms({ timeWindow, maxTrades, quantity, interval, levels, risk }: StrategyTermsProps) {
  const hasLegs = ((risk ?? levels)?.legs.length ?? 0) > 0
  const isSized = risk?.sizeByRisk === true && !hasLegs
  const stop = risk?.stopLoss ?? (levels && percent(levels.stopLoss))
  const target = risk?.takeProfit ?? (levels && percent(levels.takeProfit))
  return (
    <Terms>
      {interval === undefined ? null : (
        <>
          <dt>Timeframe</dt>
          <dd>{TIMEFRAMES[interval]}</dd>
        </>
      )}
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
            <Rupees value={risk.riskPerTrade} /> {isSized ? 'for all lots' : 'per lot'}
          </dd>
        </>
      )}
      {stop === undefined || target === undefined ? null : hasLegs ? (
        <>
          <dt>Stops and targets</dt>
          <dd>set per leg</dd>
        </>
      ) : (
        <>
          <dt>Stop loss</dt>
          <dd>{levelText(stop)}</dd>
          <dt>Take profit</dt>
          <dd>{levelText(target)}</dd>
        </>
      )}
    </Terms>
  )
}

const percent = (value: number) => ({ unit: 'PERCENT', value }) as const

const levelText = ({ unit, value }: UserStrategyPartsFragment['stopLoss']) =>
  unit === 'PERCENT' ? `${value}% of the premium` : `${formatRupees(value)} per trade`

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
