import { useRef, useState } from 'react'
import { describeError } from './describeError.ts'

/**
 * Loads the next page of a list, one at a time. `read` rejects on failure; then `problem` says why, and only `again` retries: the scroll
 * trigger at the end of the list would retry without end.
 */
export function useNextPage(read: () => Promise<unknown>) {
  const under = useRef(false)
  const [state, setState] = useState<{ readonly busy: boolean; readonly problem: string | null }>({ busy: false, problem: null })
  async function again() {
    if (under.current) return
    under.current = true
    setState({ busy: true, problem: null })
    const problem = await read().then(
      () => null,
      (error: unknown) => describeError(error).message,
    )
    under.current = false
    setState({ busy: false, problem })
  }
  return { ...state, again: () => void again(), next: () => (state.problem === null ? void again() : undefined) }
}
