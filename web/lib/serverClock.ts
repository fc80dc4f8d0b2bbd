import { SECOND, type Instant } from '../../schema/time.ts'

/** How far the server's clock is ahead of the browser's, in milliseconds, as its answers show. */
let ahead = 0

/** The real time by the server's clock, by which deadlines are kept: the browser's may be minutes off. */
export function serverNow(): Instant {
  return Date.now() + ahead
}

/**
 * Reads the server's clock from an answer: `date` is its header of that name, the others when it was requested and received by the browser's
 * clock. It names the second in which the answer was made, so the two clocks can be told apart no closer; within that, nothing changes.
 */
export function readServerClock(date: string | null, requestedAt: Instant, receivedAt: Instant): void {
  const second = Date.parse(date ?? '')
  if (Number.isNaN(second)) return
  const [least, most] = [second - receivedAt, second + SECOND - requestedAt]
  ahead = Math.min(Math.max(ahead, least), most)
}
