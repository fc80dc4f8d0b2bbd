import { useRef, type KeyboardEvent } from 'react'
import { styled } from 'styled-components'
import type { ReportQuery } from '../../gql/generated/graphql.ts'
import { formatCount, formatSignedCompact, formatSignedRupees } from '../../lib/formatMoney.ts'
import { formatMonth } from '../../lib/formatTime.ts'
import { CalendarCell } from './CalendarCell.ts'
import { monthOf, type Month } from './calendarMonths.ts'
import { resultTint } from './resultTint.ts'

const COLUMNS = 4

const Grid = styled.div`
  display: grid;
  gap: 3px;

  [role='row'] {
    display: grid;
    grid-template-columns: repeat(${COLUMNS}, minmax(0, 1fr));
    gap: 3px;
  }
`

/** The net of a month's closed trades, in rupees. */
interface MonthSums {
  readonly net: number
  readonly trades: number
}

interface YearGridProps {
  /** YYYY. */
  year: string
  days: ReportQuery['report']['days']
  onOpen: (month: Month) => void
}

/** A year's months with their net, coloured by how much it is; grey is a month without a trade. Arrow keys go from month to month; Enter or a click opens one. */
export function YearGrid({ year, days, onOpen }: YearGridProps) {
  const cells = useRef<(HTMLButtonElement | null)[]>([])
  const sums = sumsByMonth(days)
  const largest = Math.max(0, ...[...sums.values()].map(({ net }) => Math.abs(net)))
  const months = Array.from({ length: 12 }, (_, i) => `${year}-${String(i + 1).padStart(2, '0')}`)
  const stop = Math.max(
    0,
    months.findLastIndex((month) => sums.has(month)),
  )

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[event.key]
    const at = cells.current.findIndex((cell) => cell === document.activeElement)
    if (step === undefined || at === -1) return
    event.preventDefault()
    cells.current[at + step]?.focus()
  }

  return (
    <Grid role="grid" aria-label={`Net result by month, ${year}`} onKeyDown={onKeyDown}>
      {[0, COLUMNS, 2 * COLUMNS].map((start) => (
        <div key={start} role="row">
          {months.slice(start, start + COLUMNS).map((month, i) => {
            const of = sums.get(month)
            return (
              <div key={month} role="gridcell">
                <CalendarCell
                  ref={(cell) => {
                    cells.current[start + i] = cell
                  }}
                  type="button"
                  tabIndex={start + i === stop ? 0 : -1}
                  aria-label={monthLabel(month, of)}
                  title={of && formatSignedRupees(of.net)}
                  aria-disabled={of === undefined}
                  style={of ? { background: resultTint(of.net, largest) } : undefined}
                  onClick={of && (() => onOpen(month))}
                >
                  {formatMonth(`${month}-01`).slice(0, 3)}
                  <strong>{of ? formatSignedCompact(of.net) : null}</strong>
                </CalendarCell>
              </div>
            )
          })}
        </div>
      ))}
    </Grid>
  )
}

function sumsByMonth(days: YearGridProps['days']): ReadonlyMap<Month, MonthSums> {
  const sums = new Map<Month, MonthSums>()
  for (const { date, net, trades } of days) {
    const before = sums.get(monthOf(date)) ?? { net: 0, trades: 0 }
    sums.set(monthOf(date), { net: before.net + net, trades: before.trades + trades })
  }
  return sums
}

function monthLabel(month: Month, sums: MonthSums | undefined): string {
  if (!sums) return `${formatMonth(`${month}-01`)}: no trade`
  return `${formatMonth(`${month}-01`)}: ${formatSignedRupees(sums.net)}, ${formatCount(sums.trades)} ${sums.trades === 1 ? 'trade' : 'trades'}`
}
