import { setImmediate as othersTurn } from 'node:timers/promises'

/** Items per turn: five hundred of a decision held a slow machine's thread for some 20 ms. */
const MOST_AT_ONCE = 100
/** Items per turn beside a transaction that waits for this thread between its statements: less than a round trip takes. */
export const BESIDE_STORING = 50

/** Works through a large batch in order, part by part, and yields before each, so that stops above all get their turn. A small one is one part. */
export async function inTurns<T>(
  batch: readonly T[],
  work: (part: readonly T[]) => void | Promise<void>,
  atOnce = MOST_AT_ONCE,
): Promise<void> {
  for (let from = 0; from < batch.length; from += atOnce) {
    if (batch.length > atOnce) await othersTurn()
    await work(batch.slice(from, from + atOnce))
  }
}
