import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { AuthPage } from '../features/auth/AuthPage.tsx'
import { callAuth, type AuthAnswer } from '../features/auth/callAuth.ts'
import { OPEN_SIGN_IN } from '../features/auth/openSignIn.ts'
import { RequestLinkForm } from '../features/auth/RequestLinkForm.tsx'
import { useLinkToken } from '../features/auth/useLinkToken.ts'
import { VerifyEmailDocument } from '../lib/session/generated/graphql.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { Button } from '../ui/Button.ts'
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

/** Where the mailed link to confirm an e-mail address leads: it confirms at once and says what came of it. */
export default function VerifyEmailScreen() {
  const token = useLinkToken()
  return (
    <AuthPage title="Confirm your e-mail address">
      {token === null ? (
        <>
          <p role="alert">This link is not complete. Open it again from the mail, or ask for a new one.</p>
          <RequestLinkForm purpose="verifyEmail" />
        </>
      ) : (
        <Confirmation key={token} token={token} />
      )}
    </AuthPage>
  )
}

function Confirmation({ token }: { token: string }) {
  const [answer, setAnswer] = useState<AuthAnswer | null>(null)
  const [attempt, setAttempt] = useState(1)
  // An effect may run twice (React's strict mode), and the second request would find the link used.
  const asked = useRef(0)
  useEffect(() => {
    if (asked.current === attempt) return
    asked.current = attempt
    void callAuth(VerifyEmailDocument, { token }, 'The address could not be confirmed.').then(setAnswer)
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
  if (answer.success) return <Confirmed />
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

function Confirmed() {
  const signedIn = useAuthStore((state) => state.isAuthenticated)
  return (
    <>
      <p role="status">Thank you, your address is confirmed.</p>
      {signedIn ? (
        // A load of its own: the profile is read anew, perhaps with another address.
        <Onward as="a" href="/dashboard">
          Go to the dashboard
        </Onward>
      ) : (
        <Onward as={Link} to="/" state={OPEN_SIGN_IN}>
          Sign in
        </Onward>
      )}
    </>
  )
}
