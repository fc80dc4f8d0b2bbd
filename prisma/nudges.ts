/** What relays of this process do when it has published. */
const listeners = new Set<() => void>()
/** Transactions under way that have written into the outbox. */
const published = new WeakSet<object>()

/** Marks a transaction as one that has written into the outbox. */
export function markPublished(tx: object): void {
  published.add(tx)
}

/** Has the relays of this process look at once for what a transaction has just committed, instead of at their next turn. */
export function nudgeRelays(tx: object): void {
  if (published.has(tx)) for (const nudge of listeners) nudge()
}

/** Calls back at each nudge, until what it returns is called. */
export function onNudge(nudge: () => void): () => void {
  listeners.add(nudge)
  return () => listeners.delete(nudge)
}
