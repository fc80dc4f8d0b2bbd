import { useMutation } from '@apollo/client/react'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { styled } from 'styled-components'
import { LIMITS } from '../../../schema/limits.ts'
import { INDICES, shownIndex } from '../../../schema/market/indices.ts'
import { UpdateProfileDocument, type UserPartsFragment } from '../../gql/generated/graphql.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { bindField } from '../../ui/forms/bindField.ts'
import { showFailure } from '../../ui/forms/showFailure.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { Field, Input, TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { ROLES } from './roles.ts'

const Form = styled.form`
  display: grid;
  grid-template-columns: 1fr 1fr;
  align-items: start;
  gap: 16px 24px;

  input[readonly] {
    border-color: transparent;
    background: var(--raised);
    color: var(--muted);
  }

  ${media.phone} {
    grid-template-columns: 1fr;
  }
`

const Actions = styled.div`
  display: flex;
  grid-column: 1 / -1;
  gap: 8px;
`

type ProfileFields = Pick<UserPartsFragment, 'name' | 'email' | 'tradingIndex'>

/** The profile's fields; the role is read-only. Requests its own closing when they are saved or discarded. */
export function ProfileForm({ user, onClose }: { user: UserPartsFragment; onClose: () => void }) {
  const [update] = useMutation(UpdateProfileDocument)
  const form = useForm<ProfileFields>({ defaultValues: { name: user.name, email: user.email, tradingIndex: user.tradingIndex } })
  const { isSubmitting } = form.formState
  const indexId = useId()

  async function save(fields: ProfileFields) {
    try {
      const { data } = await update({ variables: { input: changes(user, fields) } })
      if (data) {
        const { id, name, email, role, tradingIndex } = data.updateProfile
        useAuthStore.setState({ user: { id, name, email, role, tradingIndex } })
      }
      toast.success('Profile updated successfully!')
      onClose()
    } catch (error) {
      showFailure(form, 'Failed to update profile', error)
    }
  }

  const field = (name: 'name' | 'email') => ({ ...bindField(form, name), required: true, disabled: isSubmitting })

  return (
    <Form aria-label="Edit Profile" onSubmit={submitOnce(form, save)}>
      <TextField label="Full Name" autoComplete="name" maxLength={LIMITS.name.max} autoFocus {...field('name')} />
      <TextField label="Email" type="email" autoComplete="email" maxLength={LIMITS.email.max} {...field('email')} />
      <Field>
        <label htmlFor={indexId}>Trading Index</label>
        <Input as="select" id={indexId} {...form.register('tradingIndex')} disabled={isSubmitting}>
          {Object.values(INDICES).map(({ symbol, label }) => (
            <option key={symbol} value={shownIndex(symbol)}>
              {label}
            </option>
          ))}
        </Input>
      </Field>
      <TextField label="Role" value={ROLES[user.role]} readOnly />
      <Actions>
        <Button type="submit" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save Changes'}
        </Button>
        <Button $look="quiet" type="button" disabled={isSubmitting} onClick={onClose}>
          Cancel
        </Button>
      </Actions>
    </Form>
  )
}

/** An unchanged address must not be sent: that would discard one awaiting confirmation. */
function changes(user: UserPartsFragment, { name, email, tradingIndex }: ProfileFields) {
  return { name, tradingIndex, ...(email.trim().toLowerCase() === user.email ? {} : { email }) }
}
