import { callApi, type ApiAnswer } from './callApi.ts'
import { holdTokens } from './holdTokens.ts'
import { refreshSession } from './refreshSession.ts'
import { member } from './SessionUser.ts'
import { tokenStorage } from './tokenStorage.ts'

/**
 * Changes the own password. It ends every session and begins a new one, whose tokens are stored before anything else in this
 * browser can find the old ones refused. Rejects when there was no answer.
 */
export async function changePassword(passwords: {
  readonly currentPassword: string
  readonly newPassword: string
  /** Where two-factor sign-in is on. */
  readonly code?: string
}): Promise<ApiAnswer> {
  const used = tokenStorage.access()
  const answer = await holdTokens(() => send(passwords))
  if (answer.success || answer.status !== 401 || (await refreshSession(used)) !== 'refreshed') return answer
  return holdTokens(() => send(passwords))
}

async function send(passwords: object): Promise<ApiAnswer> {
  const answer = await callApi('POST', '/auth/change-password', { body: passwords, token: tokenStorage.access() ?? '' })
  const token = answer.success ? member(answer.data, 'token') : undefined
  const refreshToken = answer.success ? member(answer.data, 'refreshToken') : undefined
  if (typeof token === 'string' && typeof refreshToken === 'string') tokenStorage.store({ token, refreshToken })
  return answer
}
