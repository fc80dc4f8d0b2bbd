import type { ReactNode } from 'react'
import { Badge } from './Badge.ts'
import { LegList, type LegView } from './LegList.tsx'
import { Rupees } from './Rupees.tsx'
import { WhyButton } from './WhyButton.tsx'
import { Figure, Figures, TradeCardFrame, type TradeCardBasics } from './TradeCardFrame.tsx'

/** A trade of several legs as a card shows it. Amounts in rupees. */
export interface PositionCardView extends TradeCardBasics {
  /** As people say it: `Midcap`. */
  readonly index: string
  /** `26 Nov expiry`; null where the legs expire on different days. */
  readonly expiry: string | null
  /** `2 legs`. */
  readonly legCount: string
  readonly legs: readonly LegView[]
  /** What it sets aside: its margin as estimated, or the premium where all legs were bought. */
  readonly margin: number
  /** The gross profit that is locked; null while none is. */
  readonly kept: number | null
}

/** How a signal stood to the index, of a position that may gain either way. */
const SIGNALS = {
  LONG: { word: 'LONG', text: 'Bullish signal' },
  SHORT: { word: 'SHORT', text: 'Bearish signal' },
  NEUTRAL: { word: 'Neutral', text: 'Non-directional signal' },
} as const

interface PositionCardProps {
  trade: PositionCardView
  /** Opens why it was traded; left out, its name is a text. */
  onWhy?: (() => void) | undefined
  children?: ReactNode
}

/** Several legs as one trade: each leg and where it stands, what they set aside, their total; below it the actions on the whole. */
export function PositionCard({ trade, onWhy, children }: PositionCardProps) {
  const { legs, index, expiry, strategy, kept } = trade
  const signal = SIGNALS[trade.signal]
  return (
    <TradeCardFrame
      trade={trade}
      name={`${strategy}, ${index}`}
      title={
        <h3>
          {onWhy ? <WhyButton name={strategy} onPress={onWhy} /> : strategy} {expiry === null ? null : <small>{expiry}</small>}
        </h3>
      }
      subtitle={index}
      badges={
        <>
          <Badge $tone="accent">{trade.legCount}</Badge>
          <Badge title={signal.text}>{signal.word}</Badge>
        </>
      }
      note={null}
      actions={children}
    >
      <LegList legs={legs} />
      <Figures>
        <Figure name={marginName(legs)} value={<Rupees value={trade.margin} />} />
        {kept === null ? null : <Figure name="Locked profit" value={<Rupees value={kept} />} />}
      </Figures>
    </TradeCardFrame>
  )
}

/** Sold legs need a margin; bought legs took their premium. */
export function marginName(legs: readonly Pick<LegView, 'side'>[]): string {
  return legs.some(({ side }) => side === 'SELL') ? 'Estimated margin' : 'Premium paid'
}
