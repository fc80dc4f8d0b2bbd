import { useMutation, useQuery } from '@apollo/client/react'
import { useForm } from 'react-hook-form'
import { ReauthenticateDocument, SecondFactorWantedDocument } from '../../gql/generated/graphql.ts'
import { describeError } from '../../gql/describeError.ts'
import { usePasswordQuestion } from '../../lib/session/askForPassword.ts'
import { Modal } from '../../ui/Modal.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { AuthForm } from './AuthForm.tsx'
import { CodeField } from './CodeField.tsx'

/** Asks for the password when a change needs it; the change then continues by itself. Closing it changes nothing. */
export function PasswordDialog() {
  const answer = usePasswordQuestion((question) => question.answer)
  if (answer === null) return null
  return (
    <Modal title="Confirm your password" description="Enter your password again to make this change." onClose={() => answer(false)}>
      <Question onConfirmed={() => answer(true)} />
    </Modal>
  )
}

function Question({ onConfirmed }: { onConfirmed: () => void }) {
  const { data } = useQuery(SecondFactorWantedDocument)
  const [reauthenticate] = useMutation(ReauthenticateDocument)
  const form = useForm({ defaultValues: { password: '', code: '' } })

  async function submit({ password, code }: { password: string; code: string }) {
    try {
      await reauthenticate({ variables: { input: { password, ...(code === '' ? {} : { code: code.trim() }) } } })
      onConfirmed()
      return null
    } catch (error) {
      return describeError(error).message
    }
  }

  return (
    <AuthForm form={form} submit="Confirm" loading="Confirming..." onSubmit={submit}>
      <PasswordField label="Password" autoComplete="current-password" autoFocus required {...form.register('password')} />
      {data?.me.twoFactor ? <CodeField field={form.register('code')} /> : null}
    </AuthForm>
  )
}
