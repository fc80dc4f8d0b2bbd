import { styled } from 'styled-components'
import { formatCount } from '../lib/formatMoney.ts'
import { Button } from './Button.ts'

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  min-height: 44px;
  margin-top: 12px;
  color: var(--muted);
  font-size: var(--text-sm);
`

interface MoreRowsProps {
  /** What one row is, and several are: `trade`, `trades`. */
  nouns: readonly [one: string, many: string]
  shown: number
  total: number
  busy: boolean
  /** Why the last page did not come; null: it did. */
  problem: string | null
  onMore: () => void
}

/** How much of the list is there, and the way to the next page. */
export function MoreRows({ nouns: [one, many], shown, total, busy, problem, onMore }: MoreRowsProps) {
  return (
    <Bar>
      <span role="status">
        {formatCount(shown)} of {formatCount(total)} {total === 1 ? one : many}
        {problem === null ? '' : ` · The next ${many} could not be loaded: ${problem}`}
      </span>
      {shown < total ? (
        <Button $look="quiet" type="button" $busy={busy} onClick={onMore}>
          {busy ? 'Loading...' : 'Show more'}
        </Button>
      ) : null}
    </Bar>
  )
}
