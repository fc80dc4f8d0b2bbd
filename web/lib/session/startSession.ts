import { askGateway, leavesSession } from './askGateway.ts'
import { watchAttendance } from './attendance.ts'
import { takeEarlyProfile } from './earlyProfile.ts'
import { MeDocument } from './generated/graphql.ts'
import { refreshSession } from './refreshSession.ts'
import { tokenStorage } from './tokenStorage.ts'
import { leaveSession, useAuthStore } from './useAuthStore.ts'

/**
 * Once at application start: verifies a stored token by reading the profile, after one refresh if it has expired. Clears a session that the
 * server refuses; keeps one that could not be verified (no answer) for when the server is back.
 */
export async function startSession(): Promise<void> {
  tokenStorage.watchOtherTabs(leaveSession)
  watchAttendance()
  let token = tokenStorage.access()
  if (token === null) return leaveSession()
  let answer = await readProfile(token)
  if (answer && !answer.success && answer.status === 401) {
    if ((await refreshSession(token)) !== 'refreshed') return
    token = tokenStorage.access()
    if (token === null) return leaveSession()
    answer = await readProfile(token)
  }
  if (!answer || (!answer.success && leavesSession(answer.status))) return
  if (answer.success) useAuthStore.setState({ isAuthenticated: true, user: answer.data })
  else leaveSession()
}

const readProfile = (token: string) => askGateway(MeDocument, {}, { token, response: takeEarlyProfile(token) }).catch(() => null)
