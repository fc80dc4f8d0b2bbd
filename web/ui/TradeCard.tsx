import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { useAmountsHidden } from '../lib/amountsHidden.ts'
import { formatCount, formatPrice } from '../lib/formatMoney.ts'
import { formatDayMonth } from '../lib/formatTime.ts'
import { Badge } from './Badge.ts'
import { LiveDot } from './LiveDot.ts'
import { Own } from './Own.tsx'
import { PriceRuler } from './PriceRuler.tsx'
import { Rupees } from './Rupees.tsx'
import { WhyButton } from './WhyButton.tsx'
import { Figure, Figures, isRunning, TradeCardFrame, type TradeCardBasics } from './TradeCardFrame.tsx'
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
  LONG: 'Bullish signal: bought a call',
  SHORT: 'Bearish signal: bought a put',
  NEUTRAL: 'Non-directional signal',
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

interface TradeCardProps {
  trade: TradeCardView
  /** Opens why it was traded; left out, its name is a text. */
  onWhy?: (() => void) | undefined
  children?: ReactNode
}

/** One trade: what was bought, where it stands between stop and target; below it what can be done with it. */
export function TradeCard({ trade, onWhy, children }: TradeCardProps) {
  const running = isRunning(trade)
  // The bar's length would tell the entry.
  const amountsAreHidden = useAmountsHidden()
  return (
    <TradeCardFrame
      trade={trade}
      name={`${trade.contract}, ${trade.strategy}`}
      title={
        <h3 title={trade.symbol}>
          {onWhy ? <WhyButton name={trade.contract} onPress={onWhy} /> : trade.contract}{' '}
          <small>{formatDayMonth(trade.expiry)} expiry</small>
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
          {trade.target === null || trade.stopLoss === null || amountsAreHidden ? null : (
            <PriceRuler price={trade.ltp} entry={trade.entry} stop={trade.stopLoss} target={trade.target} />
          )}
        </div>
      ) : null}
      <Figures>
        <Figure name="Entry" value={<Own text={formatPrice(trade.entry)} />} />
        {running ? (
          <Figure name="Target" value={<Own text={formatPrice(trade.target)} />} />
        ) : (
          <Figure name="Exit" value={<Own text={formatPrice(trade.exit)} />} />
        )}
        <Figure name="Stop Loss" value={<Own text={formatPrice(trade.stopLoss)} />} />
        <Figure name="Quantity" value={<Own text={formatCount(trade.quantity)} />} />
      </Figures>
    </TradeCardFrame>
  )
}
