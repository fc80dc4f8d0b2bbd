import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { ReportDocument } from '../../gql/generated/graphql.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { ReportFilterBar } from './ReportFilterBar.tsx'
import { ReportScope } from './ReportScope.tsx'
import { ReportSections } from './ReportSections.tsx'
import { NoTrades } from './NoTrades.tsx'
import { filterProblem, ofDay, toInput, useReportFilters, type FilterChange, type ReportFilters } from './useReportFilters.ts'

const Problem = styled.p`
  margin-bottom: 12px;
  color: var(--warning);
  font-size: var(--text-sm);
`

const Waiting = styled.div`
  display: grid;
  gap: 12px;
`

/** The closed trades that match the filters in the address, added up in every way. */
export function ReportView() {
  const { choice, filters, change } = useReportFilters()
  return (
    <>
      <ReportFilterBar filters={choice} onChange={change} />
      {filters ? <Filtered filters={filters} onChange={change} /> : <Placeholders />}
    </>
  )
}

interface FilteredProps {
  filters: ReportFilters
  onChange: (changes: FilterChange, how?: { readonly replace: boolean }) => void
}

/** The report; the calendar keeps all days when one of them is chosen. */
function Filtered({ filters, onChange }: FilteredProps) {
  const problem = filterProblem(filters)
  const all = useQuery(ReportDocument, { variables: { input: toInput(filters) }, skip: problem !== null })
  const one = useQuery(ReportDocument, { variables: { input: toInput(ofDay(filters)) }, skip: problem !== null || filters.day === '' })
  // While others load, or fail to, the old figures stay; but paper never stands in for live.
  const shown = ({ data, previousData }: typeof all) => [data, previousData].find((each) => each?.report.mode === filters.mode)?.report
  const whole = shown(all)
  const report = filters.day === '' ? whole : (shown(one) ?? whole)
  const error = all.error ?? one.error
  const retry = () => void (all.error ? all.refetch() : one.refetch())

  return (
    <>
      {problem ? <Problem role="alert">{problem}</Problem> : null}
      {error ? <LoadFailure text="Failed to load the report" error={error} onRetry={retry} /> : null}
      {whole && report && whole.trades > 0 ? (
        <div aria-busy={all.loading || one.loading}>
          <ReportScope report={report} day={filters.day} strategy={filters.strategy} onClear={() => onChange({ day: '' })} />
          <ReportSections report={report} whole={whole} filters={filters} onChange={onChange} />
        </div>
      ) : null}
      {whole && whole.trades === 0 && !problem ? <NoTrades filters={filters} onChange={onChange} /> : null}
      {whole || error || problem ? null : <Placeholders />}
    </>
  )
}

function Placeholders() {
  return (
    <Waiting>
      <Skeleton $height={36} />
      <Skeleton $height={210} />
      <Skeleton $height={410} />
      <Skeleton $height={500} />
    </Waiting>
  )
}
