import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { LiveGapDocument, type LiveGapQuery, type ReportInput } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { Card } from '../../ui/Card.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'

const Frame = styled(Card)`
  h2 {
    display: flex;
    align-items: center;
    gap: 10px;
    margin-bottom: 4px;
    font-size: var(--text-md);
  }

  p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

const Gaps = styled.ul`
  display: grid;
  gap: 12px;
  margin-top: 12px;
  list-style: none;

  h3 {
    font-size: var(--text-sm);
    font-weight: 550;
  }

  dl {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr));
    gap: 8px;
    margin-top: 6px;
  }

  dt {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  dd {
    font-weight: 600;
    white-space: nowrap;
  }
`

/** What the fills of live orders cost against the same orders on paper, for each strategy. Nothing without a live order. */
export function LiveGapCard({ input, className }: { input: ReportInput; className?: string }) {
  const { data, error, refetch } = useQuery(LiveGapDocument, { variables: { input } })
  if (error) return <LoadFailure text="Failed to load the comparison with paper" error={error} onRetry={() => void refetch()} />
  const gaps = data?.liveGap ?? []
  if (gaps.length === 0) return null
  return (
    <Frame className={className} aria-label="Live against paper">
      <h2>
        Live against paper <ModeBadge mode="LIVE" />
      </h2>
      <p>
        Every live order is also filled on paper, at the same quotes. A minus shows what the real market cost you beyond the paper trading
        model.
      </p>
      <Gaps>
        {gaps.map((gap) => (
          <Gap key={gap.strategyId} gap={gap} isNamed={!input.strategyId} />
        ))}
      </Gaps>
    </Frame>
  )
}

function Gap({ gap, isNamed }: { gap: LiveGapQuery['liveGap'][number]; isNamed: boolean }) {
  const { strategy, orders, compared, entries, exits } = gap
  return (
    <li>
      {isNamed ? <h3>{strategy}</h3> : null}
      <p>
        {formatCount(compared)} of {formatCount(orders)} filled orders {orders === 1 ? 'was' : 'were'} filled on paper too.
      </p>
      {compared === 0 ? null : (
        <dl>
          <div>
            <dt>Entries</dt>
            <dd>
              <ProfitLoss value={-entries} />
            </dd>
          </div>
          <div>
            <dt>Exits</dt>
            <dd>
              <ProfitLoss value={-exits} />
            </dd>
          </div>
          <div>
            <dt>Total</dt>
            <dd>
              <ProfitLoss value={-(entries + exits)} />
            </dd>
          </div>
        </dl>
      )}
    </li>
  )
}
