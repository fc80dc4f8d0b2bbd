import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { styled } from 'styled-components'
import type { IsoDate } from '../../../schema/time.ts'
import type { ReportQuery } from '../../gql/generated/graphql.ts'
import { formatCount, formatSignedCompact, formatSignedRupees } from '../../lib/formatMoney.ts'
import { formatDate, formatMonth } from '../../lib/formatTime.ts'
import { CalendarCell } from './CalendarCell.ts'
import { dayAfterKey, monthOf, monthWeeks, type Month } from './calendarMonths.ts'
import { resultTint } from './resultTint.ts'

type Day = ReportQuery['report']['days'][number]

const Grid = styled.table`
  width: 100%;
  border-collapse: separate;
  border-spacing: 3px;
  table-layout: fixed;

  th {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 500;
  }

  td {
    padding: 0;
  }
`

interface MonthGridProps {
  month: Month
  days: readonly Day[]
  /** The day that the page is filtered to, or an empty text. */
  chosen: IsoDate | ''
  onChoose: (day: IsoDate | '') => void
  /** A key has led out of the month. */
  onMonth: (month: Month) => void
}

/**
 * A month's days with their net, coloured by how much it is; grey is a day without a trade. Arrow keys, Home, End, Page Up and Page Down go
 * from day to day; Enter or a click filters the page to the day, and again lifts it.
 */
export function MonthGrid({ month, days, chosen, onChoose, onMonth }: MonthGridProps) {
  const largest = Math.max(0, ...days.map(({ net }) => Math.abs(net)))
  const ofDate = new Map(days.map((day) => [day.date, day]))
  const [visited, setVisited] = useState<IsoDate | null>(null)
  /** Where a key leads to: the address, and with it the month, may take a moment to follow. */
  const wanted = useRef<IsoDate | null>(null)
  const current = useRef<HTMLButtonElement>(null)
  const inMonth = days.filter(({ date }) => monthOf(date) === month)
  // One day of the month can be reached by Tab: where the keys have led, else the chosen one, else the last with a trade.
  const stop = [visited, chosen, inMonth.at(-1)?.date].find((date) => date && monthOf(date) === month) ?? `${month}-01`

  useEffect(() => {
    if (wanted.current !== stop) return
    wanted.current = null
    current.current?.focus()
  }, [stop])

  function onKeyDown(event: KeyboardEvent) {
    const next = dayAfterKey(event.key, stop)
    if (next === null) return
    event.preventDefault()
    wanted.current = next
    setVisited(next)
    if (monthOf(next) !== month) onMonth(monthOf(next))
  }

  return (
    <Grid role="grid" aria-label={`Net result by day, ${formatMonth(`${month}-01`)}`} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthWeeks(month).map((week, row) => (
          <tr key={row}>
            {week.map((date, column) => {
              if (date === null) return <td key={column} role="gridcell" />
              const day = ofDate.get(date)
              return (
                <td key={column} role="gridcell">
                  <CalendarCell
                    ref={date === stop ? current : null}
                    type="button"
                    tabIndex={date === stop ? 0 : -1}
                    aria-label={dayLabel(date, day)}
                    title={day && formatSignedRupees(day.net)}
                    aria-disabled={day === undefined}
                    aria-pressed={day ? date === chosen : undefined}
                    style={day ? { background: resultTint(day.net, largest) } : undefined}
                    onFocus={() => setVisited(date)}
                    onClick={day && (() => onChoose(date === chosen ? '' : date))}
                  >
                    {Number(date.slice(8))}
                    <strong>{day ? formatSignedCompact(day.net) : null}</strong>
                  </CalendarCell>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </Grid>
  )
}

function dayLabel(date: IsoDate, day: Day | undefined): string {
  if (!day) return `${formatDate(date)}: no trade`
  return `${formatDate(date)}: ${formatSignedRupees(day.net)}, ${formatCount(day.trades)} ${day.trades === 1 ? 'trade' : 'trades'}`
}
