import { useMutation } from '@apollo/client/react'
import { useForm, useWatch } from 'react-hook-form'
import { styled } from 'styled-components'
import { ADMIN_BROKER_MESSAGES } from '../../../schema/brokerMessages.ts'
import { AdminBrokerStatusDocument, ConfigureAdminBrokerDocument, type AdminBrokerInput } from '../../gql/generated/graphql.ts'
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

const EMPTY: AdminBrokerInput = { clientId: '', totpSecret: '', password: '' }

/** The credentials of the installation's account at the broker; they can be saved once all three are there. */
export function AdminBrokerDialog({ onClose }: { onClose: () => void }) {
  const [configure] = useMutation(ConfigureAdminBrokerDocument, {
    update(cache, { data }) {
      if (data) cache.writeQuery({ query: AdminBrokerStatusDocument, data: { adminBrokerStatus: data.configureAdminBroker } })
    },
  })
  const form = useForm({ defaultValues: EMPTY })
  const { isSubmitting } = form.formState
  const filled = useWatch({ control: form.control, name: ['clientId', 'totpSecret', 'password'] }).every((value) => value.trim() !== '')

  async function save({ clientId, totpSecret, password }: AdminBrokerInput) {
    try {
      await configure({ variables: { input: { clientId: clientId.trim(), totpSecret: totpSecret.replace(/[\s-]/g, ''), password } } })
      toast.success(ADMIN_BROKER_MESSAGES.configured)
      onClose()
    } catch (error) {
      showFailure(form, ADMIN_BROKER_MESSAGES.configureFailed, error)
    }
  }

  return (
    <Modal
      title="Configure the admin broker"
      description="The installation’s sign-in at the broker. It is encrypted so that only the trading engine can read it, and is never shown again."
      onClose={onClose}
    >
      <Form noValidate onSubmit={submitOnce(form, save)}>
        <TextField
          label="Client ID"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...bindField(form, 'clientId')}
          disabled={isSubmitting}
        />
        <TextField
          label="TOTP secret"
          type="password"
          autoComplete="off"
          spellCheck={false}
          {...bindField(form, 'totpSecret')}
          disabled={isSubmitting}
        />
        <TextField
          label="Password (the PIN of four digits)"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          {...bindField(form, 'password')}
          disabled={isSubmitting}
        />
        <DialogActions>
          <Button $look="quiet" type="button" disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!filled} aria-disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save'}
          </Button>
        </DialogActions>
      </Form>
    </Modal>
  )
}
