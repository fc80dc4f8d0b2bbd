/** Rows of the outbox: written, in a transaction that may yet be rolled back, or committed. */
export type Nudge = 'written' | 'committed'

/** What relays of this process do when it publishes. */
const listeners = new Set<(nudge: Nudge) => void>()
/** Transactions under way that have written into the outbox. */
const published = new WeakSet<object>()

/** Nudges the relays of this process, and marks a transaction as one that has written into the outbox. */
export function markPublished(tx: object): void {
  published.add(tx)
  for (const listener of listeners) listener('written')
}

/** Has the relays of this process look at once for what a transaction has just committed. */
export function nudgeRelays(tx: object): void {
  if (published.has(tx)) for (const listener of listeners) listener('committed')
}

/** Calls back at each nudge, until what it returns is called. */
export function onNudge(listener: (nudge: Nudge) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
