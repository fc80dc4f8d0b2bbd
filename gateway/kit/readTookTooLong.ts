import { RetryLater } from '../../schema/errors.ts'

const RETRY_SECONDS = 5

/** The answer to a query that was given up: nothing has changed, and a smaller one is answered. */
export function readTookTooLong(): RetryLater {
  const message = 'This took too long and was stopped. Ask for fewer days or for less at once, or export it to a file.'
  return new RetryLater('UNAVAILABLE', message, RETRY_SECONDS)
}
