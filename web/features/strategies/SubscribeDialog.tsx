import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { LotPreviewsDocument } from '../../gql/generated/graphql.ts'
import { describeError } from '../../gql/describeError.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { LotPreviewChoice } from './LotPreviewCard.tsx'

const Body = styled.div`
  display: grid;
  gap: 12px;
  align-content: start;
  min-height: 420px;
  margin: 16px 0;

  & > p {
    font-size: var(--text-sm);
  }
`

interface SubscribeDialogProps {
  strategyId: string
  name: string
  onConfirm: () => void
  onCancel: () => void
}

/** Before subscribing to positions of several legs: the margin of what is sold, and the worst case. */
export function SubscribeDialog({ strategyId, name, onConfirm, onCancel }: SubscribeDialogProps) {
  const { data, error } = useQuery(LotPreviewsDocument, { variables: { strategyId }, fetchPolicy: 'cache-and-network' })
  const sells = data?.lotPreviews.some(({ entries }) => entries.some(({ margin }) => margin !== null)) ?? false
  return (
    <Modal title={`Subscribe to ${name}?`} description="It starts on paper: no real money." onClose={onCancel}>
      <Body>
        {sells ? (
          <p>
            It sells options: you receive the premium, set margin aside, and may lose far more than the premium. A price that jumps over a
            stop loses more than the stop says.
          </p>
        ) : null}
        {data ? (
          <LotPreviewChoice previews={data.lotPreviews} />
        ) : error ? (
          <p role="alert">Its margin and worst case could not be loaded: {describeError(error).message}.</p>
        ) : (
          <Skeleton $height={400} />
        )}
      </Body>
      <DialogActions>
        <Button $look="quiet" type="button" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="button" onClick={onConfirm}>
          Subscribe
        </Button>
      </DialogActions>
    </Modal>
  )
}
