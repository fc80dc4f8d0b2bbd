import { LoginDocument, LoginSecondFactorDocument, SignupDocument } from '../../lib/session/generated/graphql.ts'
import type { LoginInput, SecondFactorInput, SignupInput } from '../../lib/session/generated/graphql.ts'
import { enterSession } from '../../lib/session/useAuthStore.ts'
import { callAuth } from './callAuth.ts'

/** A way to authenticate; `secondFactor` answers the challenge that `signIn` returned, with a code. */
export type Proof =
  | { readonly by: 'signIn'; readonly input: LoginInput }
  | { readonly by: 'signUp'; readonly input: SignupInput }
  | { readonly by: 'secondFactor'; readonly input: SecondFactorInput }

/** `challenge`: the password was right, and two-factor sign-in is on. `refused` carries the message for the user. */
export type Outcome =
  | { readonly kind: 'entered' }
  | { readonly kind: 'challenge'; readonly challenge: string }
  | { readonly kind: 'refused'; readonly text: string }

const FAILURES = { signIn: 'Login failed', signUp: 'Registration failed', secondFactor: 'Login failed' } as const

/** Signs in or up, and starts the session unless a second factor is still needed. Never rejects. */
export async function authenticate(proof: Proof): Promise<Outcome> {
  const failure = FAILURES[proof.by]
  const answer = await send(proof, failure)
  if (!answer.success) return { kind: 'refused', text: answer.text }
  if ('challenge' in answer.data && answer.data.challenge !== null) return { kind: 'challenge', challenge: answer.data.challenge }
  const { user, token, refreshToken } = answer.data
  if (!user || token === null) return { kind: 'refused', text: failure }
  enterSession({ user, token, refreshToken })
  return { kind: 'entered' }
}

function send(proof: Proof, failure: string) {
  switch (proof.by) {
    case 'signIn':
      return callAuth(LoginDocument, { input: proof.input }, failure)
    case 'signUp':
      return callAuth(SignupDocument, { input: proof.input }, failure)
    case 'secondFactor':
      return callAuth(LoginSecondFactorDocument, { input: proof.input }, failure)
  }
}
