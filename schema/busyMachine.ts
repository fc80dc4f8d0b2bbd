import { errorText } from './errorText.ts'

/** What pg, its pool, PostgreSQL and Prisma say when something took too long that usually takes a moment. */
const TOO_SLOW = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated due to connection timeout',
  'Query read timeout',
  'canceling statement due to statement timeout',
  'Unable to start a transaction in the given time',
  'expired transaction',
]

/** Why a start has failed and what to do, where the database was only too slow to answer; null: it failed for another reason. */
export function busyMachine(error: unknown): string | null {
  const text = error instanceof Error ? error.message : String(error)
  if (!TOO_SLOW.some((words) => text.includes(words))) return null
  return `The database did not answer in time (${errorText(error)}): this machine, or the database's, has too much else to do. Start again when it has less; nothing is lost.`
}
