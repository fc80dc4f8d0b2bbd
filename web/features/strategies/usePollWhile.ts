import { useEffect } from 'react'
import { SECOND } from '../../../schema/time.ts'

const POLL_MS = 5 * SECOND

interface Polled {
  readonly startPolling: (everyMs: number) => void
  readonly stopPolling: () => void
}

/** Polls a query every five seconds while a change without an event is due. */
export function usePollWhile({ startPolling, stopPolling }: Polled, due: boolean): void {
  useEffect(() => {
    if (!due) return
    startPolling(POLL_MS)
    return stopPolling
  }, [due, startPolling, stopPolling])
}
