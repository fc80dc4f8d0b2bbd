import { useQuery } from '@apollo/client/react'
import { Undo2 } from 'lucide-react'
import { styled } from 'styled-components'
import { MarketChangesDocument } from '../../gql/generated/graphql.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { Button } from '../../ui/Button.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { RecordList } from '../../ui/RecordList.ts'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'

/** Lines of a change that are shown; its preview shows all. */
const LINES = 5

const Changes = styled(RecordList)`
  p:first-child {
    color: var(--muted);
  }
`

/** Who changed the market tables, newest first, each with the way back. */
export function MarketHistory({ onUndo }: { onUndo: (version: number) => void }) {
  const { data, error, refetch } = useQuery(MarketChangesDocument, { fetchPolicy: 'cache-and-network' })
  const changes = data?.marketChanges
  return (
    <SettingsCard
      id="market-history"
      title="History"
      text="Who changed what, including from the command line. Undo restores all tables to their state before a change, so it reverts later changes too; the preview lists them."
    >
      {error ? <LoadFailure text="Failed to load the history" error={error} onRetry={() => void refetch()} /> : null}
      {changes ? (
        changes.length === 0 ? (
          <p>No changes: the tables are as shipped.</p>
        ) : (
          <Changes as="ol">
            {changes.map(({ version, at, by, changes: lines }) => (
              <li key={version}>
                <div>
                  <p>
                    {version}. {formatDateTime(at)}, {by}
                  </p>
                  {lines.slice(0, LINES).map((line) => (
                    <p key={line}>{line}</p>
                  ))}
                  {lines.length > LINES ? <p>and {lines.length - LINES} more</p> : null}
                </div>
                <Button $look="quiet" type="button" aria-label={`Undo change ${version}`} onClick={() => onUndo(version)}>
                  <Undo2 size={16} aria-hidden /> Undo
                </Button>
              </li>
            ))}
          </Changes>
        )
      ) : error ? null : (
        <Skeleton $height={120} />
      )}
    </SettingsCard>
  )
}
