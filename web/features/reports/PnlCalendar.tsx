import { ChevronLeft, ChevronRight } from 'lucide-react'
import { styled } from 'styled-components'
import type { ReportQuery } from '../../gql/generated/graphql.ts'
import { formatMonth } from '../../lib/formatTime.ts'
import { media } from '../../theme/media.ts'
import { IconButton } from '../../ui/IconButton.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { addMonths, monthOf } from './calendarMonths.ts'
import { MonthGrid } from './MonthGrid.tsx'
import type { FilterChange, ReportFilters } from './useReportFilters.ts'
import { YearGrid } from './YearGrid.tsx'

const Leaf = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  margin-bottom: 8px;

  & > div:first-child {
    display: flex;
    align-items: center;
  }

  strong {
    min-width: 8.5rem;
    text-align: center;
  }
`

/** Always six weeks: the content below does not jump. */
const Room = styled.div`
  @media screen {
    min-height: 392px;

    ${media.phone} {
      min-height: 340px;
    }
  }
`

const VIEWS = [
  { value: 'month', label: 'Month' },
  { value: 'year', label: 'Year' },
] as const

interface PnlCalendarProps {
  days: ReportQuery['report']['days']
  filters: ReportFilters
  onChange: (changes: FilterChange, how?: { readonly replace: boolean }) => void
}

/** Which days gained and which lost: a month of days or a year of months, to leaf through. */
export function PnlCalendar({ days, filters, onChange }: PnlCalendarProps) {
  const latest = days.at(-1)?.date
  const month = filters.month || (filters.day && monthOf(filters.day)) || (latest === undefined ? '' : monthOf(latest))
  const byYear = filters.view === 'year'
  const leaf = (count: number) => onChange({ month: addMonths(month, byYear ? 12 * count : count) }, { replace: true })
  return (
    <>
      <Leaf>
        <div>
          <IconButton type="button" aria-label={byYear ? 'Previous year' : 'Previous month'} onClick={() => leaf(-1)}>
            <ChevronLeft size={18} aria-hidden />
          </IconButton>
          <strong aria-live="polite">{byYear ? month.slice(0, 4) : formatMonth(`${month}-01`)}</strong>
          <IconButton type="button" aria-label={byYear ? 'Next year' : 'Next month'} onClick={() => leaf(1)}>
            <ChevronRight size={18} aria-hidden />
          </IconButton>
        </div>
        <SegmentedControl
          label="Calendar view"
          value={filters.view}
          options={VIEWS}
          onChange={(view) => onChange({ view }, { replace: true })}
        />
      </Leaf>
      <Room>
        {byYear ? (
          <YearGrid year={month.slice(0, 4)} days={days} onOpen={(opened) => onChange({ month: opened, view: 'month' })} />
        ) : (
          <MonthGrid
            month={month}
            days={days}
            chosen={filters.day}
            onChoose={(day) => onChange({ day, month })}
            onMonth={(next) => onChange({ month: next }, { replace: true })}
          />
        )}
      </Room>
    </>
  )
}
