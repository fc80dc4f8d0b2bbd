import { RetryLater } from '../../schema/errors.ts'
import { MINUTE, SECOND } from '../../schema/time.ts'

/** UNAVAILABLE, because no engine runs that would do it. */
export function engineAway(): RetryLater {
  return new RetryLater('UNAVAILABLE', 'The trading engine is not responding. Please try again in a minute.', MINUTE / SECOND)
}
