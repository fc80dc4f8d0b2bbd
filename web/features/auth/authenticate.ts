import { member, parseSessionUser } from '../../lib/session/SessionUser.ts'
import { enterSession } from '../../lib/session/useAuthStore.ts'
import { callAuth } from './callAuth.ts'

/** One way to show who one is; `secondFactor` answers the challenge that `signIn` gave, with a code. */
export type Proof =
  | { readonly by: 'signIn'; readonly email: string; readonly password: string }
  | { readonly by: 'signUp'; readonly name: string; readonly email: string; readonly password: string; readonly confirmPassword: string }
  | { readonly by: 'secondFactor'; readonly challenge: string; readonly code: string }

/** `challenge`: the password was right, and two-factor sign-in is on. `refused` comes with what to tell the user. */
export type Outcome =
  | { readonly kind: 'entered' }
  | { readonly kind: 'challenge'; readonly challenge: string }
  | { readonly kind: 'refused'; readonly text: string }

const REQUESTS = {
  signIn: { path: '/auth/login', failure: 'Login failed' },
  signUp: { path: '/auth/signup', failure: 'Registration failed' },
  secondFactor: { path: '/auth/second-factor', failure: 'Login failed' },
} as const

/** Signs in or up, and enters the session unless a second factor is still to be shown. Never rejects. */
export async function authenticate({ by, ...body }: Proof): Promise<Outcome> {
  const { path, failure } = REQUESTS[by]
  const answer = await callAuth(path, body, failure)
  if (!answer.success) return { kind: 'refused', text: answer.text }
  const challenge = member(answer.data, 'challenge')
  if (typeof challenge === 'string') return { kind: 'challenge', challenge }
  const user = parseSessionUser(member(answer.data, 'user'))
  const token = member(answer.data, 'token')
  const refreshToken = member(answer.data, 'refreshToken')
  if (!user || typeof token !== 'string') return { kind: 'refused', text: failure }
  enterSession({ user, token, refreshToken: typeof refreshToken === 'string' ? refreshToken : null })
  return { kind: 'entered' }
}
