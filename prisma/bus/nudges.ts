/** What relays of this process do when it has published. */
const listeners = new Set<() => void>()

/** Has the relays of this process look at once for what it has just committed, instead of at their next turn. */
export function nudgeRelays(): void {
  for (const nudge of listeners) nudge()
}

/** Calls back at each nudge, until what it returns is called. */
export function onNudge(nudge: () => void): () => void {
  listeners.add(nudge)
  return () => listeners.delete(nudge)
}
