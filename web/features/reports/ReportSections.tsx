import { useMemo } from 'react'
import { styled } from 'styled-components'
import { EquityChart } from '../../charts/EquityChart.tsx'
import { curveFromZero } from '../../charts/equityGeometry.ts'
import type { ReportQuery } from '../../gql/generated/graphql.ts'
import { Card } from '../../ui/Card.ts'
import { ChargesCard } from './ChargesCard.tsx'
import { HourGrid } from './HourGrid.tsx'
import { KeyFigures } from './KeyFigures.tsx'
import { LiveGapCard } from './LiveGapCard.tsx'
import { PnlCalendar } from './PnlCalendar.tsx'
import { StrategyTable } from './StrategyTable.tsx'
import { ofDay, toInput, type FilterChange, type ReportFilters } from './useReportFilters.ts'

const Sections = styled.div`
  display: grid;
  grid-template-columns: repeat(6, minmax(0, 1fr));
  gap: 12px;

  & > * {
    grid-column: span 3;
  }

  & > .wide {
    grid-column: 1 / -1;
  }

  & > .two-thirds {
    grid-column: span 4;
  }

  & > .third {
    grid-column: span 2;
  }

  h2 {
    margin-bottom: 8px;
    font-size: var(--text-md);
  }

  section {
    break-inside: avoid;
  }

  /* On paper everything has its place beside the other, as on a desk. */
  @media screen and (max-width: 75rem) {
    & > *,
    & > .two-thirds,
    & > .third {
      grid-column: 1 / -1;
    }
  }
`

interface ReportSectionsProps {
  report: ReportQuery['report']
  /** The report of all days, one of which can be chosen. */
  whole: ReportQuery['report']
  filters: ReportFilters
  onChange: (changes: FilterChange, how?: { readonly replace: boolean }) => void
}

/** A report's parts: figures, equity, calendar, hours, strategies, charges, live against paper. Equity and calendar are of all days, also when one is chosen. */
export function ReportSections({ report, whole, filters, onChange }: ReportSectionsProps) {
  const curve = useMemo(() => curveFromZero(whole.equity), [whole.equity])
  return (
    <Sections>
      <div className="wide">
        <KeyFigures report={report} />
      </div>
      {curve.length === 0 ? null : (
        <Card className="wide" aria-label="Equity">
          <h2>Net result so far{filters.day === '' ? '' : ', all days'}, with the drawdown below</h2>
          <EquityChart label={`Net result so far, ${whole.mode === 'PAPER' ? 'on paper' : 'with real orders'}`} points={curve} />
        </Card>
      )}
      <Card aria-label="P&L calendar">
        <h2>P&amp;L calendar</h2>
        <PnlCalendar days={whole.days} filters={filters} onChange={onChange} />
      </Card>
      <Card aria-label="By weekday and hour">
        <h2>By weekday and hour of the entry</h2>
        <HourGrid hours={report.hours} />
      </Card>
      <Card className="two-thirds" aria-label="By strategy">
        <h2>By strategy</h2>
        <StrategyTable report={report} />
      </Card>
      <Card className="third" aria-label="Charges">
        <h2>Charges</h2>
        <ChargesCard report={report} />
      </Card>
      {report.mode === 'LIVE' ? <LiveGapCard className="wide" input={toInput(ofDay(filters))} /> : null}
    </Sections>
  )
}
