import { useMutation } from '@apollo/client/react'
import { useForm, useWatch } from 'react-hook-form'
import { styled } from 'styled-components'
import { LIMITS } from '../../../schema/limits.ts'
import { CancelJobDocument, SystemStatusDocument, type SystemPartsFragment } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { bindField } from '../../ui/forms/bindField.ts'
import { showFailure } from '../../ui/forms/showFailure.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { Modal } from '../../ui/Modal.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'

const Form = styled.form`
  display: grid;
  gap: 14px;
  margin-top: 20px;
`

interface CancelJobDialogProps {
  job: Pick<SystemPartsFragment['failedJobs'][number], 'id' | 'task'>
  onClose: () => void
}

/** Asks why a job should no longer run, and cancels it. */
export function CancelJobDialog({ job: { id, task }, onClose }: CancelJobDialogProps) {
  const [cancel] = useMutation(CancelJobDocument, {
    update(cache, { data }) {
      if (data) cache.writeQuery({ query: SystemStatusDocument, data: { systemStatus: data.cancelJob } })
    },
  })
  const form = useForm({ defaultValues: { reason: '' } })
  const { isSubmitting } = form.formState
  const isGiven = useWatch({ control: form.control, name: 'reason' }).trim() !== ''

  async function save({ reason }: { reason: string }) {
    try {
      await cancel({ variables: { input: { id, reason: reason.trim() } } })
      toast.success(`${task} is cancelled`)
      onClose()
    } catch (error) {
      showFailure(form, 'The job could not be cancelled', error)
    }
  }

  return (
    <Modal
      title={`Cancel job ${id}?`}
      description={`${task} is dropped permanently. This cannot be undone. The reason is kept in the audit log.`}
      onClose={onClose}
    >
      <Form noValidate onSubmit={submitOnce(form, save)}>
        <TextField
          label="Reason"
          autoComplete="off"
          maxLength={LIMITS.stopReason.max}
          {...bindField(form, 'reason')}
          disabled={isSubmitting}
        />
        <DialogActions>
          <Button $look="quiet" type="button" onClick={onClose}>
            Keep the job
          </Button>
          <Button $look="danger" type="submit" $busy={isSubmitting} disabled={!isGiven}>
            Cancel the job
          </Button>
        </DialogActions>
      </Form>
    </Modal>
  )
}
