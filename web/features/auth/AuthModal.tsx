import { useState, type FormEvent } from 'react'
import { toast } from 'sonner'
import { styled } from 'styled-components'
import { LIMITS } from '../../../schema/limits.ts'
import { Button } from '../../ui/Button.ts'
import { Modal } from '../../ui/Modal.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { authenticate, type AuthForm, type AuthMode } from './authenticate.ts'

const TEXTS = {
  signIn: {
    title: 'Welcome Back',
    description: 'Sign in to your account',
    submit: 'Sign In',
    loading: 'Signing In...',
    success: 'Welcome back! Login successful.',
    question: "Don't have an account?",
    toggle: 'Create one',
  },
  signUp: {
    title: 'Start your trading journey',
    description: 'Create your account and trade on paper',
    submit: 'Create Account',
    loading: 'Creating Account...',
    success: 'Account created successfully! Welcome to Sakha!',
    question: 'Already have an account?',
    toggle: 'Sign in instead',
  },
} as const

const EMPTY: AuthForm = { name: '', email: '', password: '', confirmPassword: '' }

const Form = styled.form`
  display: grid;
  gap: 14px;
  margin-top: 20px;
`

const Banner = styled.p`
  padding: 10px 12px;
  border: 1px solid var(--pnl-down);
  border-radius: var(--radius-sm);
  background: var(--pnl-down-soft);
  color: var(--text);
  font-size: var(--text-sm);
`

const Submit = styled(Button)`
  min-height: 44px;
  margin-top: 4px;
  font-size: var(--text-md);
`

const Toggle = styled.p`
  color: var(--muted);
  font-size: var(--text-sm);
  text-align: center;

  button {
    min-height: 44px;
    padding: 0 4px;
    border: 0;
    background: none;
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }
`

/** Sign-in and sign-up, open while it is rendered: closing forgets what was typed. It closes itself once the session has been entered. */
export default function AuthModal({ onClose }: { onClose: () => void }) {
  const [mode, setMode] = useState<AuthMode>('signIn')
  const [form, setForm] = useState(EMPTY)
  const [error, setError] = useState<string | null>(null)
  const [loading, setLoading] = useState(false)
  const texts = TEXTS[mode]

  async function submit(event: FormEvent) {
    event.preventDefault()
    setError(null)
    setLoading(true)
    const failure = (mode === 'signUp' ? refusal(form) : null) ?? (await authenticate(mode, form))
    setLoading(false)
    if (failure !== null) {
      setError(failure)
      toast.error(failure)
      return
    }
    toast.success(texts.success)
    onClose()
  }

  const field = (name: keyof AuthForm) => ({
    name,
    value: form[name],
    required: true,
    disabled: loading,
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })

  return (
    <Modal title={texts.title} description={texts.description} onClose={onClose}>
      <Form onSubmit={(event) => void submit(event)}>
        {error === null ? null : <Banner role="alert">{error}</Banner>}
        {mode === 'signUp' ? <TextField label="Full Name" autoComplete="name" maxLength={LIMITS.name.max} {...field('name')} /> : null}
        <TextField label="Email" type="email" autoComplete="email" maxLength={LIMITS.email.max} {...field('email')} />
        <PasswordField label="Password" autoComplete={mode === 'signUp' ? 'new-password' : 'current-password'} {...field('password')} />
        {mode === 'signUp' ? <PasswordField label="Confirm Password" autoComplete="new-password" {...field('confirmPassword')} /> : null}
        <Submit type="submit" disabled={loading}>
          {loading ? texts.loading : texts.submit}
        </Submit>
        <Toggle>
          {texts.question}{' '}
          <button
            type="button"
            disabled={loading}
            onClick={() => {
              setMode(mode === 'signIn' ? 'signUp' : 'signIn')
              setError(null)
            }}
          >
            {texts.toggle}
          </button>
        </Toggle>
      </Form>
    </Modal>
  )
}

/** What the screen can refuse before asking the server. */
function refusal({ password, confirmPassword }: AuthForm): string | null {
  if (password !== confirmPassword) return 'Passwords do not match'
  if (password.length < LIMITS.password.min) return `Password must be at least ${LIMITS.password.min} characters long`
  return null
}
