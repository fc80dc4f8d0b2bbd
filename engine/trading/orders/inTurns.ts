import { setImmediate as othersTurn } from 'node:timers/promises'

/** Items per turn: a few milliseconds of this thread. */
const MOST_AT_ONCE = 500
/** Items per turn beside a transaction that waits for this thread between its statements: less than a round trip takes. */
export const BESIDE_STORING = 50

/** Works through a large batch in order, part by part, and yields between the parts, so that stops above all get their turn. */
export async function inTurns<T>(
  batch: readonly T[],
  work: (part: readonly T[]) => void | Promise<void>,
  atOnce = MOST_AT_ONCE,
): Promise<void> {
  for (let from = 0; from < batch.length; from += atOnce) {
    if (from > 0) await othersTurn()
    await work(batch.slice(from, from + atOnce))
  }
}
