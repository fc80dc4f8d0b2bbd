import { useForm } from 'react-hook-form'
import { authenticate } from './authenticate.ts'
import { AuthForm } from './AuthForm.tsx'
import { CodeField } from './CodeField.tsx'
import { LinkButton } from './LinkButton.ts'

interface SecondFactorFormProps {
  challenge: string
  onRestart: () => void
  onEntered: (greeting: string) => void
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code when that is lost. */
export function SecondFactorForm({ challenge, onRestart, onEntered }: SecondFactorFormProps) {
  const form = useForm({ defaultValues: { code: '' } })

  async function submit({ code }: { code: string }) {
    const outcome = await authenticate({ by: 'secondFactor', input: { challenge, code: code.trim() } })
    if (outcome.kind === 'entered') onEntered('Welcome back! Login successful.')
    return outcome.kind === 'refused' ? outcome.text : null
  }

  return (
    <AuthForm
      form={form}
      submit="Sign In"
      loading="Signing In..."
      onSubmit={submit}
      more={<LinkButton onClick={onRestart}>Back to sign in</LinkButton>}
    >
      <CodeField field={form.register('code')} autoFocus />
    </AuthForm>
  )
}
