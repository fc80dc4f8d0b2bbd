import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { SCREENS } from '../../schema/paths.ts'
import { AuthForm } from '../features/auth/AuthForm.tsx'
import { AuthPage } from '../features/auth/AuthPage.tsx'
import { callAuth } from '../features/auth/callAuth.ts'
import { LinkButton } from '../features/auth/LinkButton.ts'
import { NewPasswordField } from '../features/auth/NewPasswordField.tsx'
import { OPEN_SIGN_IN } from '../features/auth/openSignIn.ts'
import { passwordRefusal } from '../features/auth/passwordRefusal.ts'
import { RequestLinkForm } from '../features/auth/RequestLinkForm.tsx'
import { useLinkToken } from '../features/auth/useLinkToken.ts'
import { ResetPasswordDocument } from '../lib/session/generated/graphql.ts'
import { signOut } from '../lib/session/signOut.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { toast } from '../ui/toast.ts'

// The link does not say whose account it is.
const NOBODY = { name: '', email: '' }
const EMPTY = { newPassword: '', confirmPassword: '' }

/** Where the mailed link for a new password leads. The password ends all sessions, so it leads on to the sign-in. */
export default function ResetPasswordScreen() {
  const token = useLinkToken()
  const [givenUp, setGivenUp] = useState<string | null>(null)
  if (token !== givenUp && token !== null)
    return (
      <AuthPage title="Choose a new password">
        <p>This signs out all devices. Then sign in with the new password.</p>
        <NewPassword key={token} token={token} onLinkWanted={() => setGivenUp(token)} />
      </AuthPage>
    )
  return (
    <AuthPage title="Request a new link">
      {token === null ? <p role="alert">This link is incomplete. Open it again from the email, or request a new one.</p> : null}
      <RequestLinkForm purpose="resetPassword" />
    </AuthPage>
  )
}

function NewPassword({ token, onLinkWanted }: { token: string; onLinkWanted: () => void }) {
  const navigate = useNavigate()
  const form = useForm({ defaultValues: EMPTY })
  const typed = useWatch({ control: form.control, name: 'newPassword' })

  async function submit({ newPassword, confirmPassword }: typeof EMPTY) {
    const refusal = passwordRefusal(newPassword, confirmPassword)
    if (refusal !== null) return refusal
    const answer = await callAuth(ResetPasswordDocument, { input: { token, newPassword } }, 'The password could not be changed.')
    if (!answer.success) return answer.text
    signOut()
    toast.success('Password changed. Please sign in with the new one.')
    void navigate(SCREENS.landing, { replace: true, state: OPEN_SIGN_IN })
    return null
  }

  return (
    <AuthForm
      form={form}
      submit="Change Password"
      loading="Changing Password..."
      onSubmit={submit}
      more={<LinkButton onClick={onLinkWanted}>Request a new link</LinkButton>}
    >
      <NewPasswordField label="New Password" owner={NOBODY} typed={typed} autoFocus required {...form.register('newPassword')} />
      <PasswordField label="Confirm Password" autoComplete="new-password" required {...form.register('confirmPassword')} />
    </AuthForm>
  )
}
