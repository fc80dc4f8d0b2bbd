import { useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { styled } from 'styled-components'
import { LIMITS } from '../../../schema/limits.ts'
import { ForgotPasswordDocument, ResendVerificationDocument } from '../../lib/session/generated/graphql.ts'
import { TextField } from '../../ui/TextField.tsx'
import { AuthForm } from './AuthForm.tsx'
import { callAuth } from './callAuth.ts'

const FAILURE = 'The link could not be requested. Please try again.'

const LINKS = {
  resetPassword: {
    ask: (email: string) => callAuth(ForgotPasswordDocument, { email }, FAILURE),
    condition: (email: string) => `If there is an account with ${email}`,
  },
  verifyEmail: {
    ask: (email: string) => callAuth(ResendVerificationDocument, { email }, FAILURE),
    condition: (email: string) => `If ${email} is waiting to be confirmed`,
  },
} as const

const Note = styled.p`
  padding: 10px 12px;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius-sm);
  background: var(--raised);
  font-size: var(--text-sm);
  overflow-wrap: anywhere;
`

/** Requests a link by mail. Its message afterwards is the same whether or not there is such an account. */
export function RequestLinkForm({ purpose, email = '', more }: { purpose: keyof typeof LINKS; email?: string; more?: ReactNode }) {
  const form = useForm({ defaultValues: { email } })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { ask, condition } = LINKS[purpose]

  async function submit({ email: address }: { email: string }) {
    setSentTo(null)
    const answer = await ask(address)
    if (!answer.success) return answer.text
    setSentTo(address)
    return null
  }

  return (
    <AuthForm form={form} submit="Send the link" loading="Sending..." onSubmit={submit} more={more}>
      <div role="status">
        {sentTo === null ? null : (
          <Note>
            {condition(sentTo)}, an email is on its way, or the one sent in the last 15 minutes still works. The link works once, for 30
            minutes. If it does not arrive, check your spam folder and the spelling of the address.
          </Note>
        )}
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={LIMITS.email.max}
        autoFocus
        required
        {...form.register('email')}
      />
    </AuthForm>
  )
}
