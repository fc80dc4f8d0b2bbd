import { useQuery } from '@apollo/client/react'
import { useMemo, useState } from 'react'
import { styled } from 'styled-components'
import { MINUTE } from '../../../schema/time.ts'
import { ORDER_BUDGET, type BudgetWindow } from '../../../schema/trading/orderBudget.ts'
import { CountChart } from '../../charts/CountChart.tsx'
import { OrderBudgetDocument } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { ComplianceCard } from './ComplianceCard.tsx'

const WINDOWS: Readonly<Record<BudgetWindow, { readonly name: string; readonly span: string }>> = {
  SECOND: { name: 'second', span: 'the last 15 minutes' },
  MINUTE: { name: 'minute', span: 'the last 24 hours' },
  HOUR: { name: 'hour', span: 'the last seven days' },
}
const OPTIONS = [
  { value: 'SECOND', label: 'Second' },
  { value: 'MINUTE', label: 'Minute' },
  { value: 'HOUR', label: 'Hour' },
] as const
/** A change and a cancellation are alike in a budget: neither is a new order. */
const KINDS = ['Entries', 'Exits', 'Changes and cancellations']
const HEIGHT = 220
/** Of the plot with its numbers above and its sentence below. */
const PICTURE_HEIGHT = HEIGHT + 84

/** As high with a plot as without: what is below stays where it is. */
const Picture = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: center;
  min-height: ${PICTURE_HEIGHT}px;

  p[role='status'] {
    text-align: center;
  }
`

/** How much of the order budget the user's live orders use, by the second, minute or hour. */
export function OrderBudget() {
  const [window, setWindow] = useState<BudgetWindow>('SECOND')
  const { data, error, refetch } = useQuery(OrderBudgetDocument, {
    variables: { window },
    fetchPolicy: 'cache-and-network',
    pollInterval: MINUTE,
  })
  const budget = data?.orderBudget
  const bars = useMemo(
    () =>
      budget?.used.map(({ at, entries, exits, changes, cancellations }) => ({
        time: Date.parse(at),
        counts: [entries, exits, changes + cancellations],
      })) ?? [],
    [budget],
  )
  const { name, span } = WINDOWS[window]
  const { orders: limit, forExits, ms } = ORDER_BUDGET[window]
  return (
    <ComplianceCard
      title="Order budget used"
      text={
        <>
          What was sent to the broker in each {name} of {span}: orders, changes and cancellations, which all count. At most{' '}
          {formatCount(limit)} a {name} leave, the last {formatCount(forExits)} of them only exits; the others wait for their turn.
        </>
      }
      action={<SegmentedControl label="Count by" value={window} options={OPTIONS} onChange={setWindow} />}
    >
      {error ? <LoadFailure text="Failed to load the order budget" error={error} onRetry={() => void refetch()} /> : null}
      <Picture>
        {budget && bars.length > 0 ? (
          <>
            <CountChart
              label={`Calls to the broker by the ${name}`}
              kinds={KINDS}
              {...{ bars, ms, limit, height: HEIGHT }}
              from={Date.parse(budget.from)}
              until={Date.parse(budget.until)}
            />
            <p>
              Most in any {name}: {formatCount(budget.peak)} of {formatCount(limit)}.
            </p>
          </>
        ) : null}
        {budget && bars.length === 0 ? <p role="status">Nothing was sent to the broker in {span}.</p> : null}
        {budget || error ? null : <Skeleton $height={PICTURE_HEIGHT} />}
      </Picture>
    </ComplianceCard>
  )
}
