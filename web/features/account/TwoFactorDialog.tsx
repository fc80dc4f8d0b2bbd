import { useMutation } from '@apollo/client/react'
import { useForm } from 'react-hook-form'
import { styled } from 'styled-components'
import { describeError } from '../../gql/describeError.ts'
import { ConfirmTwoFactorDocument, type BeginTwoFactorMutation } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { bindField } from '../../ui/forms/bindField.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { Modal } from '../../ui/Modal.tsx'
import { TextField } from '../../ui/TextField.tsx'

const Form = styled.form`
  display: grid;
  gap: 14px;
  margin-top: 16px;
  font-size: var(--text-sm);

  img {
    justify-self: center;
    width: 216px;
    height: 216px;
    padding: 12px;
    background: white;
    border-radius: var(--radius-sm);
  }

  code {
    display: block;
    margin-top: 4px;
    padding: 8px 12px;
    border-radius: var(--radius-sm);
    background: var(--raised);
    letter-spacing: 0.06em;
    overflow-wrap: anywhere;
    user-select: all;
  }
`

interface TwoFactorDialogProps {
  setup: BeginTwoFactorMutation['beginTwoFactor']
  /** With the recovery codes. */
  onConfirmed: (codes: readonly string[]) => void
  onClose: () => void
}

/** Shows the seed to an authenticator app, as a picture and as a text, and turns two-factor sign-in on with its first code. */
export function TwoFactorDialog({ setup, onConfirmed, onClose }: TwoFactorDialogProps) {
  const [confirm] = useMutation(ConfirmTwoFactorDocument)
  const form = useForm({ defaultValues: { code: '' } })
  const { isSubmitting } = form.formState

  async function save({ code }: { code: string }) {
    try {
      const { data } = await confirm({ variables: { code: code.trim() } })
      if (data) onConfirmed(data.confirmTwoFactor.codes)
    } catch (failure) {
      form.setError('code', { message: describeError(failure).message })
    }
  }

  return (
    <Modal
      title="Set up two-factor sign-in"
      description="Scan the QR code with an authenticator app, then enter the code it shows. This signs out all other devices."
      onClose={onClose}
    >
      <Form onSubmit={submitOnce(form, save)}>
        <img src={`data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`} alt="QR code of the key below" width={192} height={192} />
        <div>
          No camera? Type this key into the app:
          <code>{inFours(setup.secret)}</code>
        </div>
        <TextField
          label="6-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          autoFocus
          required
          {...bindField(form, 'code')}
        />
        <Button type="submit" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Turning on...' : 'Turn on'}
        </Button>
      </Form>
    </Modal>
  )
}

/** Groups of four are easier to copy; the apps do not mind the spaces. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
