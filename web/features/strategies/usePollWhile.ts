import { useEffect } from 'react'
import { SECOND } from '../../../schema/time.ts'

const POLL_MS = 5 * SECOND

interface Polled {
  readonly startPolling: (everyMs: number) => void
  readonly stopPolling: () => void
}

/** Asks a query again every five seconds while something is due to change of which no event tells. */
export function usePollWhile({ startPolling, stopPolling }: Polled, due: boolean): void {
  useEffect(() => {
    if (!due) return
    startPolling(POLL_MS)
    return stopPolling
  }, [due, startPolling, stopPolling])
}
