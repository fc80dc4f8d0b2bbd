/** Work in one chunk: far above what handing it out costs (about 0.1 ms), short enough for progress and even ends. */
const CHUNK_MS = 20

export interface Progress {
  readonly done: number
  readonly total: number
  /** Estimated real milliseconds until all are done, at the pace so far. */
  readonly msLeft: number
}

export interface ChunkRun<Item, Answer> {
  readonly items: readonly Item[]
  /** How many chunks are out at the same time. */
  readonly lanes: number
  /** Answers the items of a chunk, in their order. */
  readonly run: (chunk: readonly Item[], signal: AbortSignal) => Promise<readonly Answer[]>
  /** Real milliseconds. */
  readonly now: () => number
  readonly onProgress?: ((progress: Progress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs many small pieces of work in chunks, several at a time, and answers in the order of the items. The first chunks are single items;
 * the time they took sets how many items make the next one worth sending to a thread, and the last ones shrink so that no thread ends long
 * after the others. Rejects with the signal's reason, or with the first error; then it cancels the chunks still running.
 */
export async function runInChunks<Item, Answer>({ items, lanes, run, now, onProgress, signal }: ChunkRun<Item, Answer>): Promise<Answer[]> {
  const failure = new AbortController()
  const stop = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
  const answers = new Map<number, readonly Answer[]>()
  const startedAt = now()
  let next = 0
  let done = 0

  const serve = async (): Promise<void> => {
    let size = 1
    while (next < items.length) {
      stop.throwIfAborted()
      const from = next
      const chunk = items.slice(from, from + size)
      next = from + chunk.length
      const sentAt = now()
      answers.set(from, await run(chunk, stop))
      const at = now()
      done += chunk.length
      onProgress?.({ done, total: items.length, msLeft: ((at - startedAt) / done) * (items.length - done) })
      const worthwhile = (chunk.length * CHUNK_MS) / Math.max(at - sentAt, CHUNK_MS / 1_000)
      size = Math.max(1, Math.floor(Math.min(worthwhile, (items.length - next) / (2 * lanes))))
    }
  }
  const serving = Array.from({ length: lanes }, serve)
  try {
    await Promise.all(serving)
  } catch (error) {
    failure.abort(error)
    await Promise.allSettled(serving)
    // A chunk that was stopped rejects in its own words; what counts is why.
    throw stop.reason
  }
  return [...answers].sort(([a], [b]) => a - b).flatMap(([, chunk]) => chunk)
}
