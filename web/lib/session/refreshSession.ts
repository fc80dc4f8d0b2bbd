import { askGateway, leavesSession } from './askGateway.ts'
import { isAttended } from './attendance.ts'
import { RefreshDocument } from './generated/graphql.ts'
import { holdTokens } from './holdTokens.ts'
import { tokenStorage } from './tokenStorage.ts'
import { leaveSession } from './useAuthStore.ts'

/** `refused`: the session has ended and was cleared. `unreachable`: no answer, or none to this version; the session stays as it is. */
export type RefreshOutcome = 'refreshed' | 'refused' | 'unreachable'

let inFlight: Promise<RefreshOutcome> | null = null

/**
 * Gets a new access token for the one that was refused. Many callers share one refresh; so do all tabs of the browser,
 * because a rotating refresh token may be presented once only. Never rejects.
 */
export function refreshSession(refusedToken: string | null): Promise<RefreshOutcome> {
  inFlight ??= holdTokens(() => refreshOnce(refusedToken)).finally(() => {
    inFlight = null
  })
  return inFlight
}

async function refreshOnce(refusedToken: string | null): Promise<RefreshOutcome> {
  const current = tokenStorage.access()
  // Another tab was faster while this one waited for the lock.
  if (current !== null && current !== refusedToken) return 'refreshed'
  const refreshToken = tokenStorage.refresh()
  if (refreshToken === null) return refused('No refresh token available')
  const answer = await askGateway(RefreshDocument, { refreshToken, unattended: !isAttended() }).catch(() => null)
  if (!answer || (!answer.success && leavesSession(answer.status))) return 'unreachable'
  if (!answer.success) return refused(answer.error ?? `HTTP error! status: ${answer.status}`)
  tokenStorage.store(answer.data)
  return 'refreshed'
}

function refused(reason: string): RefreshOutcome {
  console.warn(`The session ended: ${reason}`)
  leaveSession('server')
  return 'refused'
}
