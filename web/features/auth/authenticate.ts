import { callApi } from '../../lib/session/callApi.ts'
import { member, parseSessionUser } from '../../lib/session/SessionUser.ts'
import { enterSession } from '../../lib/session/useAuthStore.ts'

/** `signIn` uses e-mail and password only. */
export type AuthMode = 'signIn' | 'signUp'

export interface AuthForm {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly confirmPassword: string
}

const REQUESTS = {
  signIn: { path: '/auth/login', failure: 'Login failed' },
  signUp: { path: '/auth/signup', failure: 'Registration failed' },
} as const

/** Signs in or up and enters the session. Returns null, or what to tell the user when it did not work. */
export async function authenticate(mode: AuthMode, { name, email, password, confirmPassword }: AuthForm): Promise<string | null> {
  const { path, failure } = REQUESTS[mode]
  const body = mode === 'signIn' ? { email, password } : { name, email, password, confirmPassword }
  const answer = await callApi('POST', path, { body }).catch(() => null)
  if (!answer) return 'Network error. Please try again.'
  if (!answer.success) return answer.error ?? failure
  const user = parseSessionUser(member(answer.data, 'user'))
  const token = member(answer.data, 'token')
  const refreshToken = member(answer.data, 'refreshToken')
  if (!user || typeof token !== 'string') return failure
  enterSession({ user, token, refreshToken: typeof refreshToken === 'string' ? refreshToken : null })
  return null
}
