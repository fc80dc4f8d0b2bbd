import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { styled } from 'styled-components'
import {
  ManagedMarketDocument,
  MarketChangesDocument,
  PreviewMarketDocument,
  SaveMarketDocument,
  type MarketChangeInput,
  type PreviewMarketQuery,
} from '../../gql/generated/graphql.ts'
import { describeError } from '../../gql/describeError.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { Alert } from '../../ui/Alert.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { toast } from '../../ui/toast.ts'
import { Mistakes } from './Mistakes.tsx'

type Preview = PreviewMarketQuery['previewMarket']

const Parts = styled.div`
  display: grid;
  gap: 16px;
  margin-top: 16px;
  font-size: var(--text-sm);

  h3 {
    margin-bottom: 6px;
    font-size: var(--text-md);
  }

  ul {
    display: grid;
    gap: 4px;
    padding-left: 20px;
    overflow-wrap: anywhere;
  }
`

interface PreviewDialogProps {
  readonly input: MarketChangeInput
  /** That the change was made from; null: it replaces whatever is in force. */
  readonly version: number | null
  /** Others have saved since: what the change was made from has been read again. */
  readonly onStale: () => Promise<unknown>
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** What a change of the market tables does, row by row and for open trades; saves it on the version that was shown. */
export function PreviewDialog({ input, version, onStale, onSaved, onClose }: PreviewDialogProps) {
  const { data, error, refetch } = useQuery(PreviewMarketDocument, { variables: { input }, fetchPolicy: 'network-only' })
  const [save, { loading }] = useMutation(SaveMarketDocument, {
    refetchQueries: [MarketChangesDocument],
    update(cache, { data: saved }) {
      if (saved) cache.writeQuery({ query: ManagedMarketDocument, data: { managedMarket: saved.saveMarket } })
    },
  })
  const [refusal, setRefusal] = useState<string | null>(null)
  const preview = data?.previewMarket

  async function confirm(shown: Preview) {
    setRefusal(null)
    try {
      await save({ variables: { input, version: version ?? shown.version } })
      toast.success('Market tables saved.')
      onSaved()
    } catch (failure) {
      setRefusal(describeError(failure, 'Failed to save the market tables').message)
      await Promise.allSettled([onStale(), refetch()])
    }
  }

  const isUseful = preview !== undefined && preview.mistakes.length === 0 && preview.changes.length > 0
  return (
    <Modal wide title="What this changes" description="Nothing changes until you save." onClose={onClose}>
      <Parts>
        {refusal === null ? null : <Alert>{refusal}</Alert>}
        {error ? <LoadFailure text="Failed to preview the change" error={error} onRetry={() => void refetch()} /> : null}
        {preview ? <Shown preview={preview} /> : error ? null : <Skeleton $height={160} />}
        <DialogActions>
          <Button $look="quiet" type="button" onClick={onClose}>
            Cancel
          </Button>
          {isUseful ? (
            <Button type="button" $busy={loading} onClick={() => void confirm(preview)}>
              Save
            </Button>
          ) : null}
        </DialogActions>
      </Parts>
    </Modal>
  )
}

function Shown({ preview: { mistakes, changes, affected } }: { preview: Preview }) {
  if (mistakes.length > 0) return <Mistakes mistakes={mistakes} />
  if (changes.length === 0) return <p>Nothing to change: the tables already contain this.</p>
  return (
    <>
      <section>
        <h3>
          {formatCount(changes.length)} {changes.length === 1 ? 'change' : 'changes'}
        </h3>
        <ul>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3>Open trades</h3>
        {affected.length === 0 ? (
          <p>No open trade is affected.</p>
        ) : (
          <ul>
            {affected.map(({ option, paper, live, effects }) => (
              <li key={option}>
                <strong>{option}</strong> ({formatCount(paper)} paper, {formatCount(live)} live): {effects.join('; ')}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
