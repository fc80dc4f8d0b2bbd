import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { ShellStateDocument } from './generated/graphql.ts'
import { ShellStateContext } from './useShellState.ts'

/** No event announces what other users and other devices switch, or that the time of an announcement begins or ends. */
const POLL_MS = 30_000

/** Polls once for all consumers. Whoever changes some of it refetches `ShellStateDocument`. */
export function ShellStateProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery(ShellStateDocument, { pollInterval: POLL_MS, skipPollAttempt: () => document.hidden })
  return <ShellStateContext value={data ?? null}>{children}</ShellStateContext>
}
