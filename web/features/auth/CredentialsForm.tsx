import { useForm, useWatch } from 'react-hook-form'
import { styled } from 'styled-components'
import { LIMITS } from '../../../schema/limits.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { authenticate } from './authenticate.ts'
import { AuthForm } from './AuthForm.tsx'
import { LinkButton } from './LinkButton.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { passwordRefusal } from './passwordRefusal.ts'

const TEXTS = {
  signIn: {
    submit: 'Sign In',
    loading: 'Signing In...',
    success: 'Welcome back! Login successful.',
    question: "Don't have an account?",
    toggle: 'Create one',
  },
  signUp: {
    submit: 'Create Account',
    loading: 'Creating Account...',
    success: 'Account created successfully! Welcome to Sakha!',
    question: 'Already have an account?',
    toggle: 'Sign in instead',
  },
} as const

const EMPTY = { name: '', email: '', password: '', confirmPassword: '' }

const Toggle = styled.p`
  color: var(--muted);
  font-size: var(--text-sm);
  text-align: center;
`

const Forgot = styled(LinkButton)`
  justify-self: end;
  margin: -8px 0 -10px;
`

interface CredentialsFormProps {
  mode: 'signIn' | 'signUp'
  onToggle: () => void
  onForgotten: (email: string) => void
  onChallenge: (challenge: string) => void
  onEntered: (greeting: string) => void
}

/** E-mail and password, to sign in or to sign up; the fields keep their text when the mode changes. */
export function CredentialsForm({ mode, onToggle, onForgotten, onChallenge, onEntered }: CredentialsFormProps) {
  const form = useForm({ defaultValues: EMPTY })
  const [name, email, password] = useWatch({ control: form.control, name: ['name', 'email', 'password'] })
  const texts = TEXTS[mode]

  async function submit(fields: typeof EMPTY) {
    const { email, password, confirmPassword } = fields
    const refusal = mode === 'signUp' ? passwordRefusal(password, confirmPassword) : null
    if (refusal !== null) return refusal
    const outcome = await authenticate(mode === 'signUp' ? { by: mode, input: fields } : { by: mode, input: { email, password } })
    if (outcome.kind === 'refused') return outcome.text
    if (outcome.kind === 'challenge') onChallenge(outcome.challenge)
    else onEntered(texts.success)
    return null
  }

  function toggle() {
    // A complaint about one mode says nothing about the other.
    form.clearErrors()
    onToggle()
  }

  const field = (name: keyof typeof EMPTY) => ({ ...form.register(name), required: true })

  return (
    <AuthForm
      // Each mode focuses its own first field.
      key={mode}
      form={form}
      submit={texts.submit}
      loading={texts.loading}
      onSubmit={submit}
      more={
        <Toggle>
          {texts.question} <LinkButton onClick={toggle}>{texts.toggle}</LinkButton>
        </Toggle>
      }
    >
      {mode === 'signUp' ? (
        <TextField label="Full Name" autoComplete="name" maxLength={LIMITS.name.max} autoFocus {...field('name')} />
      ) : null}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={LIMITS.email.max}
        autoFocus={mode === 'signIn'}
        {...field('email')}
      />
      {mode === 'signIn' ? (
        <>
          <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
          <Forgot onClick={() => onForgotten(form.getValues('email'))}>Forgot password?</Forgot>
        </>
      ) : (
        <>
          <NewPasswordField label="Password" owner={{ name, email }} typed={password} {...field('password')} />
          <PasswordField label="Confirm Password" autoComplete="new-password" {...field('confirmPassword')} />
        </>
      )}
    </AuthForm>
  )
}
