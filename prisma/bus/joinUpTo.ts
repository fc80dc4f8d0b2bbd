/** Some events as JSON, in their order, parted by commas. */
export interface JoinedEvents {
  readonly payload: string
  /** How many there are. */
  readonly events: number
}

/** Joins what follows each other into as few payloads as hold it, each at most so many bytes long. A part that is longer stays alone. */
export function joinUpTo(maxBytes: number, parts: readonly JoinedEvents[]): JoinedEvents[] {
  const joined: JoinedEvents[] = []
  let waiting: string[] = []
  let bytes = 0
  let events = 0
  const join = () => {
    if (waiting.length > 0) joined.push({ payload: waiting.join(','), events })
    waiting = []
    bytes = 0
    events = 0
  }
  for (const part of parts) {
    // With the comma before it.
    const size = Buffer.byteLength(part.payload) + 1
    if (bytes + size - 1 > maxBytes) join()
    waiting.push(part.payload)
    bytes += size
    events += part.events
  }
  join()
  return joined
}
