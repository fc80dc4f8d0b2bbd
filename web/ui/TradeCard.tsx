import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { formatCount, formatPrice } from '../lib/formatMoney.ts'
import { formatDayMonth } from '../lib/formatTime.ts'
import { Badge } from './Badge.ts'
import { LiveDot } from './LiveDot.ts'
import { Rupees } from './Rupees.tsx'
import { Figure, Figures, TradeCardFrame, type TradeCardBasics } from './TradeCardFrame.tsx'
import type { OptionType } from '../../schema/market/OptionType.ts'

/** A trade of one bought option as a card shows it. Prices in rupees, null while unknown. */
export interface TradeCardView extends TradeCardBasics {
  /** As people say it: `Midcap · 12,700 PE`. */
  readonly contract: string
  /** YYYY-MM-DD. */
  readonly expiry: string
  /** The trading symbol. */
  readonly symbol: string
  /** What was bought: a call or a put. */
  readonly optionType: OptionType
  readonly entry: number
  /** Null, as the stop: nothing is closed there. */
  readonly target: number | null
  readonly stopLoss: number | null
  readonly quantity: number
  readonly exit: number | null
  readonly ltp: number | null
}

const SIGNAL_TEXTS = {
  LONG: 'Side of the signal: up, so a call was bought',
  SHORT: 'Side of the signal: down, so a put was bought',
  NEUTRAL: 'Side of the signal: neither up nor down',
} as const

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

const Track = styled.div`
  height: 4px;
  overflow: hidden;
  border-radius: 2px;
  background: var(--overlay);

  /* Scaled, not resized: nothing is laid out anew. No transition: fifty bars that glide at every price keep the page drawing most of the time. */
  div {
    height: 100%;
    transform-origin: left;
  }
`

/** One trade: what was bought, where it stands, how far it is from its entry on the scale of entry to target; below it what can be done with it. */
export function TradeCard({ trade, children }: { trade: TradeCardView; children?: ReactNode }) {
  const running = trade.status === 'ACTIVE'
  const colour = (trade.pnl ?? 0) > 0 ? 'var(--pnl-up)' : (trade.pnl ?? 0) < 0 ? 'var(--pnl-down)' : 'var(--line-strong)'
  const progress = progressPercent(trade)
  return (
    <TradeCardFrame
      trade={trade}
      name={`${trade.contract}, ${trade.strategy}`}
      title={
        <h3 title={trade.symbol}>
          {trade.contract} <small>{formatDayMonth(trade.expiry)} expiry</small>
        </h3>
      }
      subtitle={trade.strategy}
      badges={
        <>
          <Badge $tone="accent">BUY {trade.optionType}</Badge>
          <Badge title={SIGNAL_TEXTS[trade.signal]}>{trade.signal}</Badge>
        </>
      }
      note={trade.symbol}
      actions={children}
    >
      {running ? (
        <div>
          <Ltp className="live-price">
            <LiveDot /> LTP{' '}
            <strong>
              <Rupees value={trade.ltp} />
            </strong>
          </Ltp>
          {trade.target === null ? null : (
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
          )}
        </div>
      ) : null}
      <Figures>
        <Figure name="Entry" value={formatPrice(trade.entry)} />
        {running ? <Figure name="Target" value={formatPrice(trade.target)} /> : <Figure name="Exit" value={formatPrice(trade.exit)} />}
        <Figure name="Stop Loss" value={formatPrice(trade.stopLoss)} />
        <Figure name="Quantity" value={formatCount(trade.quantity)} />
      </Figures>
    </TradeCardFrame>
  )
}

/** |ltp − entry| / |target − entry| in per cent, at most 100; 0 while the price is unknown, and without a target. */
export function progressPercent({ ltp, entry, target }: Pick<TradeCardView, 'ltp' | 'entry' | 'target'>): number {
  if (ltp === null || target === null || target === entry) return 0
  return Math.min(100, (Math.abs(ltp - entry) / Math.abs(target - entry)) * 100)
}
