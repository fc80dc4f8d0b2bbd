import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The id of the request that the present work is done for. What is published (bus/publish.ts), queued (jobs/enqueue.ts) or asked of the
 * engine meanwhile carries it, so that the log lines of all processes about one request have one id.
 */
export const requestIds = new AsyncLocalStorage<string>()

/** As a field of what travels; none where nobody's request is behind it. */
export function causedBy(): { readonly causedBy?: string } {
  const id = requestIds.getStore()
  return id === undefined ? {} : { causedBy: id }
}
