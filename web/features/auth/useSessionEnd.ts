import { useQuery } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { MINUTE, type Instant } from '../../../schema/time.ts'
import { SessionEndDocument, type SessionEndQuery } from '../../gql/generated/graphql.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { isAttended } from '../../lib/session/attendance.ts'
import { refreshSession } from '../../lib/session/refreshSession.ts'
import { tokenStorage } from '../../lib/session/tokenStorage.ts'

const FORETOLD_MS = 5 * MINUTE

export interface SessionEnd {
  readonly at: Instant
  /** Whether using it would put its end off; else it has lasted as long as a session may. */
  readonly idle: boolean
}

/**
 * The end of this session, from five minutes before it; null until then. While somebody uses the page the session is extended without a
 * notice. `stay` extends it, here and in all tabs; false when there was no answer.
 */
export function useSessionEnd(): { readonly end: SessionEnd | null; readonly stay: () => Promise<boolean> } {
  const { data, refetch } = useQuery(SessionEndDocument)
  const [foretold, setForetold] = useState<Instant | null>(null)
  const end = endOf(data)
  const at = end?.at
  // With a clock that no answer corrects the end may always be near: ask the user then, and do not extend again and again.
  const stayedAt = useRef<Instant>(-Infinity)

  const stay = useCallback(async () => {
    stayedAt.current = serverNow()
    if ((await refreshSession(tokenStorage.access())) !== 'refreshed') return false
    await refetch().catch(logFailure)
    return true
  }, [refetch])

  useEffect(() => tokenStorage.watchRenewals(() => void refetch().catch(logFailure)), [refetch])
  useEffect(() => {
    if (at === undefined) return
    async function foretell(known: Instant) {
      // The session may have been used since, in another tab.
      const answer = await refetch().catch(logFailure)
      const now = endOf(answer?.data)
      if (now && now.at !== known) return
      if (now?.idle && isAttended() && serverNow() - stayedAt.current > FORETOLD_MS) await stay()
      setForetold(known)
    }
    const timer = window.setTimeout(() => void foretell(at), at - FORETOLD_MS - serverNow())
    return () => window.clearTimeout(timer)
  }, [at, refetch, stay])

  return { end: end && end.at === foretold ? end : null, stay }
}

function endOf(data: SessionEndQuery | undefined): SessionEnd | null {
  const session = data?.mySessions.find(({ current }) => current)
  return session ? { at: Date.parse(session.endsAt), idle: session.endsAt !== session.expiresAt } : null
}

function logFailure(error: unknown): undefined {
  console.warn('The end of your session could not be checked', error)
}
