import { memo, type ReactNode } from 'react'
import { styled } from 'styled-components'
import { formatTime } from '../lib/formatTime.ts'
import { media } from '../theme/media.ts'
import { Badge, type Tone } from './Badge.ts'
import { BeforeCharges } from './BeforeCharges.tsx'
import { ModeBadge } from './ModeBadge.tsx'
import { Card } from './Card.ts'
import { LiveDot } from './LiveDot.ts'
import { NetNote } from './NetNote.tsx'
import { ProfitLoss } from './ProfitLoss.tsx'
import type { SignalSide } from '../../schema/trading/SignalSide.ts'
import type { TradeMode } from '../../schema/TradeMode.ts'

/** The statuses that the API's become; any other is shown as it comes. `YOURS` runs, and its owner alone closes it. */
export type TradeCardStatus = 'ACTIVE' | 'YOURS' | 'TARGET HIT' | 'STOP LOSS' | 'TRAILING STOP' | 'COMPLETED' | 'STOPPED' | (string & {})

/** What every trade's card shows, of whatever it consists. Profit in rupees, null while unknown; times are the API's ISO texts. */
export interface TradeCardBasics {
  /** Of an unproven trade of the agent, its record's result as well. */
  readonly strategy: string
  readonly mode: TradeMode
  /** Which way the index was expected to go. */
  readonly signal: SignalSide
  readonly status: TradeCardStatus
  readonly pnl: number | null
  /** After the charges of both sides; of a running one if it is closed at the last prices. */
  readonly net: number | null
  readonly entryTime: string
  readonly exitTime: string | null
}

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

  /* On phones its buttons are where the result is: in view without scrolling. */
  ${media.phone} {
    & > :nth-child(-n + 2) {
      order: -2;
    }

    & > .actions {
      order: -1;
      margin-top: 0;
    }
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

/** The numbers of a card, in a row. */
export const Figures = styled.dl`
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

const Foot = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 12px;
`

/** The buttons of a card, in a row. */
export const CardActions = styled.div.attrs({ className: 'actions' })`
  display: flex;
  gap: 8px;

  & > button {
    flex: 1 1 0;
  }
`

interface TradeCardFrameProps {
  trade: TradeCardBasics
  /** What it is called. */
  name: string
  title: ReactNode
  subtitle: ReactNode
  /** What was traded, and on which signal, before the mode. */
  badges: ReactNode
  /** Last in the line of times. */
  note: ReactNode
  /** How it stands. */
  children: ReactNode
  /** What can be done with it. */
  actions: ReactNode
}

/** The card of a trade round what it shows of its parts: title, badges, result, status and times. */
export function TradeCardFrame({ trade, name, title, subtitle, badges, note, children, actions }: TradeCardFrameProps) {
  const running = isRunning(trade)
  return (
    <Frame $edge={edgeColour(trade)} aria-label={name}>
      <div>
        {title}
        <Subtitle>
          <p>{subtitle}</p>
          <Badges>
            {badges}
            <ModeBadge mode={trade.mode} />
          </Badges>
        </Subtitle>
      </div>
      <Result>
        <div>
          <strong className={running ? 'live-price' : undefined} aria-label="Net profit or loss">
            <ProfitLoss value={trade.net} />
          </strong>
          <div className={running ? 'live-price' : undefined}>
            <BeforeCharges gross={trade.pnl} />
          </div>
          <p>
            <NetNote gross={trade.pnl} net={trade.net} isOpen={running} />
          </p>
        </div>
        <Badge $tone={statusTone(trade)}>
          {running ? <LiveDot /> : null}
          {trade.status}
        </Badge>
      </Result>
      {children}
      <Foot>
        <span>
          Entered {formatTime(trade.entryTime)}
          {trade.exitTime === null ? '' : `, exited ${formatTime(trade.exitTime)}`} IST
        </span>
        <span>{note}</span>
      </Foot>
      {actions}
    </Frame>
  )
}

/** One of the `Figures`. */
export const Figure = memo(function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
})

/** Whether a trade is open: its figures move with the prices. */
export const isRunning = ({ status }: Pick<TradeCardBasics, 'status'>): boolean => status === 'ACTIVE' || status === 'YOURS'

/** A status that is not known is styled as a cooldown: neither gain nor loss. */
export function statusTone({ status, net }: Pick<TradeCardBasics, 'status' | 'net'>): Tone {
  if (status === 'ACTIVE' || status === 'TARGET HIT') return 'up'
  if (status === 'STOP LOSS') return 'down'
  if (status === 'COMPLETED' || status === 'TRAILING STOP') return (net ?? 0) > 0 ? 'up' : 'down'
  return status === 'STOPPED' || status === 'YOURS' ? 'warning' : 'neutral'
}

const EDGES: Partial<Record<Tone, string>> = { up: 'var(--pnl-up)', down: 'var(--pnl-down)', warning: 'var(--warning)' }

/** A result's colour is its edge's; what asks for its owner keeps its own. */
function edgeColour(trade: TradeCardBasics): string {
  const tone = statusTone(trade)
  const { net } = trade
  const edge = tone === 'warning' || net === null || net === 0 ? tone : net > 0 ? 'up' : 'down'
  return EDGES[edge] ?? 'var(--line-strong)'
}
