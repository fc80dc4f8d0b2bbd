import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

const WAITS_MS = [100, 250, 500, 1_000, 2_000, 5_000]

/**
 * Tries until it succeeds, waiting longer each time up to five seconds. The first failure, and every tenth after it, is logged with
 * what is waited for. Rejects only when `signal` is aborted.
 */
export async function retryUntilDone<T>(waitingFor: string, attempt: () => Promise<T>, signal: AbortSignal, log: Logger): Promise<T> {
  for (let failures = 0; ; failures++) {
    signal.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      if (failures % 10 === 0) log.warn({ err: error, failures: failures + 1 }, `waiting for ${waitingFor}`)
      // An abort ends the wait; the loop then rejects with its reason.
      await sleep(WAITS_MS[Math.min(failures, WAITS_MS.length - 1)], undefined, { signal }).catch(() => undefined)
    }
  }
}
