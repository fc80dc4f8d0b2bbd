import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths } from '../../../schema/paths.ts'
import type { ReportQuery } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { formatDate, formatDates } from '../../lib/formatTime.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { Button } from '../../ui/Button.ts'

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  min-height: 36px;
  margin-bottom: 12px;
  color: var(--muted);
  font-size: var(--text-sm);

  p {
    flex: 1 1 16rem;
  }

  @media print {
    a {
      display: none;
    }
  }
`

interface ReportScopeProps {
  report: ReportQuery['report']
  /** The one day it is of, or an empty text. */
  day: string
  /** Id of the one strategy it is of, or an empty text. */
  strategy: string
  onClear: () => void
}

/** The scope of the figures below, in a sentence; a chosen day is a chip that clears it. */
export function ReportScope({ report: { mode, trades, unknown, days }, day, strategy, onClear }: ReportScopeProps) {
  const first = days[0]?.date
  const last = days.at(-1)?.date
  const between = first === undefined || last === undefined ? '' : `, ${formatDates(first, last)}`
  return (
    <Line>
      <ModeBadge mode={mode} />
      <p role="status">
        {formatCount(trades)} closed {trades === 1 ? 'trade' : 'trades'}
        {between}.{unknown === 0 ? '' : ` The result of ${formatCount(unknown)} more is unknown and not counted.`} Past results do not
        predict future results.
      </p>
      {day === '' ? null : (
        <>
          <Button as={Link} $look="quiet" to={paths.history({ mode, from: day, to: day, ...(strategy ? { strategy } : {}) })}>
            Trades of this day
          </Button>
          <Button $look="quiet" type="button" onClick={onClear} aria-label={`Only ${formatDate(day)}: show all days again`}>
            Only {formatDate(day)} <X size={15} aria-hidden />
          </Button>
        </>
      )}
    </Line>
  )
}
