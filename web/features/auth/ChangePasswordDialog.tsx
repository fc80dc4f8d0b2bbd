import { useQuery } from '@apollo/client/react'
import { useForm, useWatch } from 'react-hook-form'
import { SecondFactorWantedDocument } from '../../gql/generated/graphql.ts'
import { changePassword } from '../../lib/session/changePassword.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { Modal } from '../../ui/Modal.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthForm } from './AuthForm.tsx'
import { CodeField } from './CodeField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { passwordRefusal } from './passwordRefusal.ts'

const NOBODY = { name: '', email: '' }
const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '', code: '' }

/** Replaces the password and signs all other devices out. Calls `onChanged`, then requests its own closing. */
export function ChangePasswordDialog({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const form = useForm({ defaultValues: EMPTY })
  const typed = useWatch({ control: form.control, name: 'newPassword' })
  const { data } = useQuery(SecondFactorWantedDocument)
  const owner = useAuthStore((state) => state.user) ?? NOBODY

  async function submit({ currentPassword, newPassword, confirmPassword, code }: typeof EMPTY) {
    const refusal = passwordRefusal(newPassword, confirmPassword)
    if (refusal !== null) return refusal
    const answer = await changePassword({ currentPassword, newPassword, ...(code === '' ? {} : { code: code.trim() }) }).catch(() => null)
    if (!answer) return 'Network error. Please try again.'
    if (!answer.success) return answer.error ?? 'The password could not be changed.'
    toast.success('Password changed. All other devices are signed out.')
    onChanged()
    onClose()
    return null
  }

  const field = (name: keyof typeof EMPTY) => ({ ...form.register(name), required: true })

  return (
    <Modal title="Change Password" description="This signs out all other devices; this one stays signed in." onClose={onClose}>
      <AuthForm form={form} submit="Change Password" loading="Changing Password..." onSubmit={submit}>
        <PasswordField label="Current Password" autoComplete="current-password" autoFocus {...field('currentPassword')} />
        <NewPasswordField label="New Password" owner={owner} typed={typed} {...field('newPassword')} />
        <PasswordField label="Confirm Password" autoComplete="new-password" {...field('confirmPassword')} />
        {data?.me.twoFactor ? <CodeField field={form.register('code')} /> : null}
      </AuthForm>
    </Modal>
  )
}
