import { TriangleAlert } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { EXIT_NAMES, type ExitReason } from '../../../schema/trading/exits.ts'
import type { ClosedTradePartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount, formatPrice } from '../../lib/formatMoney.ts'
import { formatDate, formatTime } from '../../lib/formatTime.ts'
import { Badge, type Tone } from '../../ui/Badge.ts'
import { BeforeCharges } from '../../ui/BeforeCharges.tsx'
import { isRowPress } from '../../ui/isRowPress.ts'
import { ModeWord } from '../../ui/ModeBadge.tsx'
import { Own } from '../../ui/Own.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { shownStatus } from '../../ui/shownStatus.ts'
import { standingNote } from './standingNote.ts'
import { expiryText, indexLabel, sidesText, strikesText, tradeName } from './tradeView.ts'

/** By the state as it is shown; of the others neutral. */
const TONES: Readonly<Record<string, Tone>> = { ACTIVE: 'accent', YOURS: 'accent', 'TARGET HIT': 'up', 'STOP LOSS': 'down' }

/** Reasons that the badge names. */
const SAID_BY_STATUS: readonly ExitReason[] = ['TARGET', 'STOP', 'TRAILING_STOP']

/** Which way the index was expected to go, as the specification words it. */
const SIDES = { LONG: 'CALL', SHORT: 'PUT', NEUTRAL: 'Neutral' } as const satisfies Record<ClosedTradePartsFragment['signal'], string>

interface HistoryRowProps {
  trade: ClosedTradePartsFragment
  /** Its place in the list, from 0 on. */
  place: number
  /** The trade's page. */
  address: string
}

/** A closed trade in the table, on phones a card; all of it leads to why it was traded. */
export function HistoryRow({ trade, place, address }: HistoryRowProps) {
  const position = trade.estimatedMargin !== null
  return (
    <tr aria-rowindex={place + 2} onClick={openByRow}>
      <th scope="row">
        <Link to={address} data-place={place} preventScrollReset aria-label={`Why was ${tradeName(trade)} traded?`}>
          {tradeName(trade)}
        </Link>{' '}
        {trade.warnings.length > 0 ? <TriangleAlert size={14} color="var(--warning)" role="img" aria-label="Has a warning" /> : null}
        <span>{position ? [indexLabel(trade.index), expiryText(trade)].filter(Boolean).join(' · ') : expiryText(trade)}</span>
        <small>{position ? strikesText(trade) : trade.option}</small>
      </th>
      <td className="strategy" title={trade.strategy}>
        <span className={position ? 'repeated' : undefined}>{trade.strategy}</span>
        <small>
          <ModeWord $mode={trade.mode}>{trade.mode}</ModeWord> · <Own text={formatCount(trade.quantity)} /> qty
        </small>
        {trade.unproven && trade.standing ? <small title={trade.standing.text}>{standingNote(trade.standing)}</small> : null}
      </td>
      <td data-label="Side">
        {position ? sidesText(trade) : `BUY ${trade.optionType}`}
        <small title={`Side of the signal: ${trade.signal}`}>{SIDES[trade.signal]}</small>
      </td>
      <td data-label="Entry" className="number">
        <Own text={formatPrice(trade.entryPrice)} />
      </td>
      <td data-label="Exit" className="number">
        <Own text={formatPrice(trade.exitPrice)} />
      </td>
      <td data-label="Time">
        {formatTime(trade.entryTime)} – {formatTime(trade.exitTime)}
      </td>
      <td className="profit number">
        <ProfitLoss value={trade.netProfitLossRs} />
        <BeforeCharges gross={trade.profitLossRs} net={trade.netProfitLossRs} />
      </td>
      <td className="status">
        <Badge $tone={TONES[shownStatus(trade)] ?? 'neutral'}>{shownStatus(trade)}</Badge>
        {trade.exitReason === null || SAID_BY_STATUS.includes(trade.exitReason) ? null : <small>{EXIT_NAMES[trade.exitReason]}</small>}
      </td>
      <td data-label="Date">{formatDate(trade.entryTime)}</td>
    </tr>
  )
}

/** Follows the link of the row. */
function openByRow(event: MouseEvent<HTMLElement>): void {
  if (isRowPress(event)) event.currentTarget.querySelector('a')?.click()
}
