import { useState } from 'react'
import type { StopPartsFragment } from '../../../gql/generated/graphql.ts'
import { Button } from '../../../ui/Button.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useLiftStop } from '../../../ui/useLiftStop.ts'

/** Lifts a stop after a question. `of`: whom it concerns. */
export function StopLifter({ stop, of }: { stop: Pick<StopPartsFragment, 'scope' | 'strategyId'>; of: string }) {
  const { lift, loading } = useLiftStop()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button $look="quiet" type="button" $busy={loading} onClick={() => setAsking(true)}>
        Lift
      </Button>
      {asking ? (
        <ConfirmDialog
          title="Lift the emergency stop?"
          consequence={`Active strategies of ${of} open new trades again from their next signal, on paper and live. Closed trades are not reopened.`}
          confirmLabel="Lift the stop"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void lift(stop)
          }}
        />
      ) : null}
    </>
  )
}
