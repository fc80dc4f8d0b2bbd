import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { styled } from 'styled-components'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { formatPrice, formatRupees, formatSignedRupees } from '../../lib/formatMoney.ts'
import { formatDate, formatDayMonth, formatTime } from '../../lib/formatTime.ts'
import { media } from '../../theme/media.ts'
import { Badge, type Tone } from '../../ui/Badge.ts'
import { Card } from '../../ui/Card.ts'
import { IconButton } from '../../ui/IconButton.ts'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { contractName, shownStatus } from './tradeView.ts'

const Frame = styled(Card).attrs({ as: 'div' })`
  padding: 0;
  overflow-x: auto;

  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--text-sm);
  }

  th,
  td {
    padding: 10px;
    border-bottom: 1px solid var(--line);
    text-align: left;
    white-space: nowrap;
  }

  tbody:last-child tr:last-child > *,
  tbody tr:not(:last-child) > * {
    border-bottom: 0;
  }

  tbody:hover {
    background: var(--raised);
  }

  &[aria-busy='true'] {
    opacity: 0.6;
  }

  thead th {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 550;
  }

  tbody th {
    font-weight: 600;
  }

  tbody th span {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 400;
    white-space: nowrap;
  }

  .number {
    text-align: right;
  }

  small {
    display: block;
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 400;
  }

  ${media.phone} {
    border: 0;
    background: none;
    overflow: visible;

    table,
    .reasons {
      display: block;
    }

    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }

    tbody {
      display: block;
      margin-bottom: 10px;
      padding: 14px;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--surface);
    }

    tbody tr:first-child {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 4px 12px;
    }

    .more {
      text-align: right;
    }

    tbody th,
    td {
      padding: 0;
      border: 0;
    }

    tbody th {
      grid-area: 1 / 1;
      font-size: var(--text-md);
      white-space: normal;
    }

    .profit {
      grid-area: 1 / 2;
      font-size: var(--text-md);
      font-weight: 650;
    }

    .status {
      grid-area: 2 / 2;
      text-align: right;
    }

    .strategy {
      grid-area: 2 / 1;
      color: var(--muted);
    }

    td[data-label]::before {
      content: attr(data-label) ' ';
      color: var(--muted);
      font-size: var(--text-xs);
    }

    td[data-label] {
      text-align: left;
    }
  }
`

const Toggle = styled(IconButton)`
  margin: -8px 0;

  svg {
    transition: transform var(--fast);
  }

  &[aria-expanded='true'] svg {
    transform: rotate(180deg);
  }
`

const Reasons = styled.td`
  && {
    display: table-cell;
    padding-top: 0;
    color: var(--muted);
    white-space: normal;
  }

  p {
    max-width: 80ch;
    margin-bottom: 4px;
  }

  p::first-letter {
    text-transform: uppercase;
  }
`

const STATUS_TONES = {
  RUNNING: 'accent',
  TARGET_HIT: 'up',
  STOPLOSS_HIT: 'down',
  COMPLETED: 'neutral',
} as const satisfies Record<TradePartsFragment['status'], Tone>

/** Closed trades, one row each, with the reasons on demand; on phones one card each. `busy`: others are on their way. */
export function HistoryTable({ trades, busy }: { trades: readonly TradePartsFragment[]; busy: boolean }) {
  return (
    <Frame aria-busy={busy}>
      <table>
        <caption className="visually-hidden">Closed trades, latest first</caption>
        <thead>
          <tr>
            <th scope="col">Symbol</th>
            <th scope="col">Strategy</th>
            <th scope="col">Side</th>
            <th scope="col" className="number">
              Entry Price
            </th>
            <th scope="col" className="number">
              Exit Price
            </th>
            <th scope="col">Entry &amp; Exit Time</th>
            <th scope="col" className="number">
              P&amp;L
            </th>
            <th scope="col">Status</th>
            <th scope="col">Date</th>
            <th scope="col">
              <span className="visually-hidden">Reasons</span>
            </th>
          </tr>
        </thead>
        {trades.map((trade) => (
          <HistoryRow key={trade.id} trade={trade} />
        ))}
      </table>
    </Frame>
  )
}

function HistoryRow({ trade }: { trade: TradePartsFragment }) {
  const [open, setOpen] = useState(false)
  const reasons = useId()
  return (
    <tbody>
      <tr>
        <th scope="row">
          {contractName(trade)} <span>{formatDayMonth(trade.expiry)} expiry</span>
          <small>{trade.option}</small>
        </th>
        <td className="strategy">
          {trade.strategy}
          <small>
            {trade.mode} · {trade.quantity} qty
          </small>
        </td>
        <td data-label="Side">{trade.signal === 'LONG' ? 'CALL' : 'PUT'}</td>
        <td data-label="Entry" className="number">
          {formatPrice(trade.entryPrice)}
        </td>
        <td data-label="Exit" className="number">
          {formatPrice(trade.exitPrice)}
        </td>
        <td data-label="Time">
          {formatTime(trade.entryTime)} – {formatTime(trade.exitTime)}
        </td>
        <td className="profit number">
          <ProfitLoss value={trade.profitLossRs} />
          <small>net {formatSignedRupees(trade.netProfitLossRs)}</small>
        </td>
        <td className="status">
          <Badge $tone={STATUS_TONES[trade.status]}>{shownStatus(trade.status)}</Badge>
        </td>
        <td data-label="Date">{formatDate(trade.entryTime)}</td>
        <td className="more">
          <Toggle
            type="button"
            aria-expanded={open}
            aria-controls={reasons}
            aria-label={`Why was ${contractName(trade)} traded?`}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown size={18} aria-hidden />
          </Toggle>
        </td>
      </tr>
      {open ? (
        <tr id={reasons} className="reasons">
          <Reasons colSpan={10}>
            <p>{trade.opened ?? 'The signal that opened this trade is not known.'}</p>
            {trade.closed === null ? null : <p>{trade.closed}</p>}
            <p>
              Target {formatPrice(trade.target)} · Stop loss {formatPrice(trade.sl)} · Funds used {formatRupees(trade.fundUsed)} · Charges{' '}
              {formatRupees(trade.charges)}
            </p>
          </Reasons>
        </tr>
      ) : null}
    </tbody>
  )
}
