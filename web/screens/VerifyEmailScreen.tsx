import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { SCREENS } from '../../schema/paths.ts'
import { AuthForm } from '../features/auth/AuthForm.tsx'
import { AuthPage } from '../features/auth/AuthPage.tsx'
import { confirmAddress, type Confirmation } from '../features/auth/confirmAddress.ts'
import { LinkButton } from '../features/auth/LinkButton.ts'
import { OPEN_SIGN_IN } from '../features/auth/openSignIn.ts'
import { RequestLinkForm } from '../features/auth/RequestLinkForm.tsx'
import { useLinkToken } from '../features/auth/useLinkToken.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { Button } from '../ui/Button.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Spinner } from '../ui/Spinner.ts'

const Waiting = styled.p`
  display: flex;
  align-items: center;
  gap: 12px;
  margin-top: 12px;
`

const Onward = styled(Button)`
  width: 100%;
  min-height: 44px;
  margin-top: 20px;
`

/**
 * Where the mailed link to confirm an e-mail address leads: it confirms at once where its account is signed in, asks for the password of the
 * account where it is not, and reports the outcome.
 */
export default function VerifyEmailScreen() {
  const token = useLinkToken()
  return (
    <AuthPage title="Confirm your e-mail address">
      {token === null ? (
        <>
          <p role="alert">This link is incomplete. Open it again from the email, or request a new one.</p>
          <RequestLinkForm purpose="verifyEmail" />
        </>
      ) : (
        <Confirming key={token} token={token} />
      )}
    </AuthPage>
  )
}

function Confirming({ token }: { token: string }) {
  const [answer, setAnswer] = useState<Confirmation | null>(null)
  const [attempt, setAttempt] = useState(1)
  // An effect may run twice (React's strict mode), and the second request would find the link used.
  const asked = useRef(0)
  useEffect(() => {
    if (asked.current === attempt) return
    asked.current = attempt
    void confirmAddress(token).then(setAnswer)
  }, [token, attempt])

  function retry() {
    setAnswer(null)
    setAttempt(attempt + 1)
  }

  if (answer === null)
    return (
      <Waiting role="status">
        <Spinner /> Confirming your address...
      </Waiting>
    )
  if (answer.kind === 'confirmed') return <Confirmed />
  if (answer.kind === 'locked') return <PasswordWanted token={token} text={answer.text} onConfirmed={setAnswer} />
  return (
    <>
      <p role="alert">{answer.text}</p>
      {answer.passing ? (
        <Onward type="button" onClick={retry}>
          Try again
        </Onward>
      ) : (
        <RequestLinkForm purpose="verifyEmail" />
      )}
    </>
  )
}

/** Following the link shows who reads the mail, not who made the account: that may be a stranger who typed the address of the reader. */
function PasswordWanted({ token, text, onConfirmed }: { token: string; text: string; onConfirmed: (answer: Confirmation) => void }) {
  const form = useForm({ defaultValues: { password: '' } })
  const [stranger, setStranger] = useState(false)

  async function submit({ password }: { password: string }) {
    const answer = await confirmAddress(token, password)
    if (answer.kind !== 'confirmed') return answer.text
    onConfirmed(answer)
    return null
  }

  if (stranger)
    return (
      <>
        <p>
          Then someone else entered your address. Do not confirm it: without your confirmation the account cannot act in your name. To take
          over the account, choose a new password; that signs everyone else out.
        </p>
        <RequestLinkForm purpose="resetPassword" more={<LinkButton onClick={() => setStranger(false)}>I did create it</LinkButton>} />
      </>
    )
  return (
    <>
      <p role="status">{text}</p>
      <AuthForm
        form={form}
        submit="Confirm the address"
        loading="Confirming..."
        onSubmit={submit}
        more={<LinkButton onClick={() => setStranger(true)}>I did not create this account</LinkButton>}
      >
        <PasswordField label="Password" autoComplete="current-password" autoFocus required {...form.register('password')} />
      </AuthForm>
    </>
  )
}

function Confirmed() {
  const signedIn = useAuthStore((state) => state.isAuthenticated)
  return (
    <>
      <p role="status">Thank you, your address is confirmed.</p>
      {signedIn ? (
        // A load of its own: the profile is read again, perhaps with another address.
        <Onward as="a" href={SCREENS.dashboard}>
          Go to the dashboard
        </Onward>
      ) : (
        <Onward as={Link} to={SCREENS.landing} state={OPEN_SIGN_IN}>
          Sign in
        </Onward>
      )}
    </>
  )
}
