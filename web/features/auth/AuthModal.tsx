import { useState } from 'react'
import { Modal } from '../../ui/Modal.tsx'
import { toast } from '../../ui/toast.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import { LinkButton } from './LinkButton.ts'
import { RequestLinkForm } from './RequestLinkForm.tsx'
import { SecondFactorForm } from './SecondFactorForm.tsx'

type View =
  | { readonly name: 'signIn' | 'signUp' }
  | { readonly name: 'forgotten'; readonly email: string }
  | { readonly name: 'secondFactor'; readonly challenge: string }

const TEXTS = {
  signIn: { title: 'Welcome Back', description: 'Sign in to your account' },
  signUp: { title: 'Start your trading journey', description: 'Create your account and trade on paper' },
  forgotten: { title: 'Forgot password?', description: 'We email you a link to choose a new one' },
  secondFactor: { title: 'Two-factor sign-in', description: 'Enter the code of your authenticator app' },
} as const

/** Sign-in and sign-up, beginning with `mode`, open while it is rendered: closing clears the fields. It closes itself after the sign-in. */
export default function AuthModal({ mode, onClose }: { mode: 'signIn' | 'signUp'; onClose: () => void }) {
  const [view, setView] = useState<View>({ name: mode })
  const signIn = () => setView({ name: 'signIn' })

  function welcome(greeting: string) {
    toast.success(greeting)
    onClose()
  }

  return (
    <Modal {...TEXTS[view.name]} onClose={onClose}>
      {view.name === 'forgotten' ? (
        <RequestLinkForm purpose="resetPassword" email={view.email} more={<LinkButton onClick={signIn}>Back to sign in</LinkButton>} />
      ) : view.name === 'secondFactor' ? (
        <SecondFactorForm challenge={view.challenge} onRestart={signIn} onEntered={welcome} />
      ) : (
        <CredentialsForm
          mode={view.name}
          onToggle={() => setView({ name: view.name === 'signIn' ? 'signUp' : 'signIn' })}
          onForgotten={(email) => setView({ name: 'forgotten', email })}
          onChallenge={(challenge) => setView({ name: 'secondFactor', challenge })}
          onEntered={welcome}
        />
      )}
    </Modal>
  )
}
