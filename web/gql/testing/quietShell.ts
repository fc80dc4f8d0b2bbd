import type { Answers } from './testClient.ts'

/** What ShellStateProvider is answered while nothing is stopped or announced. For tests only. */
export const QUIET: Answers = { tradingMode: () => 'PAPER', stops: () => [], announcements: () => [] }
