import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { ManagedMarketDocument, type MarketChangeInput } from '../../gql/generated/graphql.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { editedTables, type RowEdit } from './editedTables.ts'
import { MarketHistory } from './MarketHistory.tsx'
import { MarketTablesCard } from './MarketTablesCard.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'
import { tablesOf } from './tablesOf.ts'

const Cards = styled.div`
  display: grid;
  gap: 12px;
`

/** The market tables with their history; every change of them is previewed before it is saved. For admins. */
export function MarketAdmin() {
  const { data, error, refetch } = useQuery(ManagedMarketDocument, { fetchPolicy: 'cache-and-network' })
  const [edits, setEdits] = useState<readonly RowEdit[]>([])
  /** What is looked at before it is saved; `edits`: those above, on whatever is in force. */
  const [previewed, setPreviewed] = useState<MarketChangeInput | 'edits' | null>(null)
  const market = data?.managedMarket
  const withEdits = (more: readonly RowEdit[]): MarketChangeInput =>
    market ? { tables: { ...editedTables(tablesOf(market), [...edits, ...more]) } } : {}

  return (
    <Cards>
      {error ? <LoadFailure text="Failed to load the market tables" error={error} onRetry={() => void refetch()} /> : null}
      {market ? (
        <MarketTablesCard
          market={market}
          edits={edits}
          onEdits={setEdits}
          changeWith={(edit) => withEdits([edit])}
          onPreview={() => setPreviewed('edits')}
          onImport={setPreviewed}
        />
      ) : error ? null : (
        <Skeleton $height={420} />
      )}
      {/* Asked for at once, shown with what stands above it: it would be pushed down otherwise. */}
      <div hidden={!market && !error}>
        <MarketHistory onUndo={(undo) => setPreviewed({ undo })} />
      </div>
      {market && previewed !== null ? (
        <PreviewDialog
          input={previewed === 'edits' ? withEdits([]) : previewed}
          version={previewed === 'edits' ? market.version : null}
          onStale={refetch}
          onSaved={() => {
            if (previewed === 'edits') setEdits([])
            setPreviewed(null)
          }}
          onClose={() => setPreviewed(null)}
        />
      ) : null}
    </Cards>
  )
}
