import { AsyncLocalStorage } from 'node:async_hooks'

const ids = new AsyncLocalStorage<string>()
let underWay = 0

/**
 * Does work for a request. What is published (bus/publish.ts), queued (jobs/enqueue.ts) or asked of the engine meanwhile carries the
 * request's id, so that the log lines of all processes about one request have one id. Only what may write needs this: while any is under
 * way, every promise of the process takes longer, and a list of trades takes a tenth more of the processor.
 */
export async function forRequest<T>(id: string, work: () => Promise<T>): Promise<T> {
  underWay++
  try {
    return await ids.run(id, work)
  } finally {
    if (--underWay === 0) ids.disable()
  }
}

/** The id of the request that the present work is done for; null where nobody's request is behind it. */
export function presentRequestId(): string | null {
  return ids.getStore() ?? null
}

/** As a field of what travels; none where nobody's request is behind it. */
export function causedBy(): { readonly causedBy?: string } {
  const id = presentRequestId()
  return id === null ? {} : { causedBy: id }
}
