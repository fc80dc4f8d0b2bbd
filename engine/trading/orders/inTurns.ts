import { setImmediate as othersTurn } from 'node:timers/promises'

/** What is done at once of a batch of thousands: a few milliseconds of this thread. */
const MOST_AT_ONCE = 500

/** Does the work of a large batch part by part, in its order, and lets everything else of this thread, stops above all, have its turn between them. */
export async function inTurns<T>(batch: readonly T[], work: (part: readonly T[]) => void | Promise<void>): Promise<void> {
  for (let from = 0; from < batch.length; from += MOST_AT_ONCE) {
    if (from > 0) await othersTurn()
    await work(batch.slice(from, from + MOST_AT_ONCE))
  }
}
