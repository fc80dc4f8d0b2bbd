import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { formatCount, formatPrice } from '../lib/formatMoney.ts'
import { formatDayMonth, formatTime } from '../lib/formatTime.ts'
import { Badge, type Tone } from './Badge.ts'
import { Card } from './Card.ts'
import { LiveDot } from './LiveDot.ts'
import { ProfitLoss } from './ProfitLoss.tsx'
import { Rupees } from './Rupees.tsx'

/** The statuses that the API's become; any other is shown as it comes. */
export type TradeCardStatus = 'ACTIVE' | 'TARGET HIT' | 'STOP LOSS' | 'COMPLETED' | 'STOPPED' | (string & {})

/** A trade as a card shows it. Prices and profit in rupees, null while unknown; times are the API's ISO texts. */
export interface TradeCardView {
  /** As people say it: `Midcap · 12,700 PE`. */
  readonly contract: string
  /** YYYY-MM-DD. */
  readonly expiry: string
  /** The trading symbol. */
  readonly symbol: string
  readonly strategy: string
  readonly mode: 'PAPER' | 'LIVE'
  /** What was bought: a call or a put. Options are always bought. */
  readonly optionType: 'CE' | 'PE'
  /** Which way the index was expected to go. */
  readonly signal: 'LONG' | 'SHORT' | 'NEUTRAL'
  readonly status: TradeCardStatus
  readonly entry: number
  readonly target: number
  readonly stopLoss: number
  readonly quantity: number
  readonly pnl: number | null
  readonly entryTime: string
  readonly exitTime: string | null
  readonly exit: number | null
  readonly ltp: number | null
}

const SIGNAL_TEXTS = {
  LONG: 'Side of the signal: up, so a call was bought',
  SHORT: 'Side of the signal: down, so a put was bought',
  NEUTRAL: 'Side of the signal: neither up nor down',
} as const

const Frame = styled(Card).attrs({ as: 'article' })<{ $edge: string }>`
  display: flex;
  flex-direction: column;
  gap: 12px;
  border-color: color-mix(in srgb, ${({ $edge }) => $edge} 38%, transparent);

  /* Of one height per row: what comes last lines up. */
  & > :last-child {
    margin-top: auto;
  }

  h3 {
    font-size: var(--text-md);
  }

  h3 small {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 400;
    letter-spacing: 0;
    white-space: nowrap;
  }

  p {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  /* Steady here: a hundred dots that breathe would have the whole page drawn sixty times a second. */
  ${LiveDot} {
    animation: none;
  }
`

const Subtitle = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  margin-top: 4px;
`

const Badges = styled.div`
  display: flex;
  gap: 4px;
`

const Result = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;

  strong {
    font-size: var(--text-xl);
    font-weight: 650;
    letter-spacing: -0.02em;
    line-height: 1.2;
  }
`

const Ltp = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 6px 10px;
  border-radius: var(--radius-sm);
  background: var(--raised);
  font-size: var(--text-sm);

  ${LiveDot} {
    color: var(--good);
  }

  strong {
    margin-left: auto;
    font-size: var(--text-md);
  }
`

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr)) auto;
  gap: 8px;

  dt {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  dd {
    font-size: var(--text-sm);
    font-weight: 550;
  }
`

const Track = styled.div`
  height: 4px;
  overflow: hidden;
  border-radius: 2px;
  background: var(--overlay);

  /* Scaled, not resized: with fifty cards that move four times a second the page would be laid out anew in every frame. */
  div {
    height: 100%;
    transform-origin: left;
    transition: transform var(--calm) linear;
  }
`

const Foot = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 12px;
`

/** One trade: what was bought, where it stands, how far it is from its entry on the scale of entry to target; below it what can be done with it. */
export function TradeCard({ trade, children }: { trade: TradeCardView; children?: ReactNode }) {
  const running = trade.status === 'ACTIVE'
  const colour = (trade.pnl ?? 0) > 0 ? 'var(--pnl-up)' : (trade.pnl ?? 0) < 0 ? 'var(--pnl-down)' : 'var(--line-strong)'
  const progress = progressPercent(trade)
  return (
    <Frame $edge={edgeColour(trade)} aria-label={`${trade.contract}, ${trade.strategy}`}>
      <div>
        <h3 title={trade.symbol}>
          {trade.contract} <small>{formatDayMonth(trade.expiry)} expiry</small>
        </h3>
        <Subtitle>
          <p>{trade.strategy}</p>
          <Badges>
            <Badge $tone="accent">BUY {trade.optionType}</Badge>
            <Badge title={SIGNAL_TEXTS[trade.signal]}>{trade.signal}</Badge>
            <Badge $tone={trade.mode === 'PAPER' ? 'paper' : 'warning'}>{trade.mode}</Badge>
          </Badges>
        </Subtitle>
      </div>
      <Result>
        <strong className={running ? 'live-price' : undefined} aria-label="Profit or loss">
          <ProfitLoss value={trade.pnl} />
        </strong>
        <Badge $tone={statusTone(trade)}>
          {running ? <LiveDot /> : null}
          {trade.status}
        </Badge>
      </Result>
      {running ? (
        <div>
          <Ltp className="live-price">
            <LiveDot /> LTP{' '}
            <strong>
              <Rupees value={trade.ltp} />
            </strong>
          </Ltp>
          <Track
            role="progressbar"
            aria-label="Way from entry to target"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(progress)}
            style={{ marginTop: 8 }}
          >
            <div style={{ transform: `scaleX(${progress / 100})`, background: colour }} />
          </Track>
        </div>
      ) : null}
      <Figures>
        <Figure name="Entry" value={formatPrice(trade.entry)} />
        {running ? <Figure name="Target" value={formatPrice(trade.target)} /> : <Figure name="Exit" value={formatPrice(trade.exit)} />}
        <Figure name="Stop Loss" value={formatPrice(trade.stopLoss)} />
        <Figure name="Quantity" value={formatCount(trade.quantity)} />
      </Figures>
      <Foot>
        <span>
          Entered {formatTime(trade.entryTime)}
          {trade.exitTime === null ? '' : `, exited ${formatTime(trade.exitTime)}`} IST
        </span>
        <span>{trade.symbol}</span>
      </Foot>
      {children}
    </Frame>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** |ltp − entry| / |target − entry| in per cent, at most 100; 0 while the price is unknown. */
export function progressPercent({ ltp, entry, target }: Pick<TradeCardView, 'ltp' | 'entry' | 'target'>): number {
  if (ltp === null || target === entry) return 0
  return Math.min(100, (Math.abs(ltp - entry) / Math.abs(target - entry)) * 100)
}

/** A status that is not known is styled as a cooldown: neither gain nor loss. */
export function statusTone({ status, pnl }: Pick<TradeCardView, 'status' | 'pnl'>): Tone {
  if (status === 'ACTIVE' || status === 'TARGET HIT') return 'up'
  if (status === 'STOP LOSS') return 'down'
  if (status === 'COMPLETED') return (pnl ?? 0) > 0 ? 'up' : 'down'
  return status === 'STOPPED' ? 'warning' : 'neutral'
}

const EDGES: Partial<Record<Tone, string>> = { up: 'var(--pnl-up)', down: 'var(--pnl-down)', warning: 'var(--warning)' }

const edgeColour = (trade: TradeCardView) => EDGES[statusTone(trade)] ?? 'var(--line-strong)'
