import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '../../../schema/time.ts'
import { BrokerError } from '../port.ts'

const TRIES = 3
const FIRST_WAIT = SECOND

/**
 * Calls the broker up to three times when it fails in a way that may pass (`kinds`), after waits that double. Rejects as the last attempt
 * does, or when it is aborted.
 */
export async function retryPassing<T>(attempt: () => Promise<T>, kinds: readonly BrokerError['kind'][], signal: AbortSignal): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof BrokerError) || !kinds.includes(error.kind) || failures >= TRIES) throw error
      await sleep(FIRST_WAIT * 2 ** (failures - 1), undefined, { signal })
    }
  }
}
