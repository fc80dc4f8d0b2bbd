/** The messages of a process started by runApart() to its parent. */
export type Told =
  { readonly kind: 'progress'; readonly share: number } | { readonly kind: 'done' } | { readonly kind: 'failed'; readonly reason: string }

/** How often it reports progress. */
const TELL_MS = 100

/**
 * Makes this process one of runApart()'s: runs the one task it receives, reports progress (0 to 1) and the result, and exits. It outlives
 * its parent by at most the time between two progress reports.
 */
export function answerParent<Task>(work: (task: Task, onProgress: (share: number) => void) => Promise<void>): void {
  const parent = process.ppid
  // Ctrl-C reaches every process of a terminal; the parent ends this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.once('disconnect', () => process.exit(1))
  const tell = (told: Told, then: () => void) => process.send?.(told, then)
  const end = (told: Told) => tell(told, () => process.exit(0))
  let toldAt = 0
  const onProgress = (share: number) => {
    if (performance.now() - toldAt < TELL_MS) return
    toldAt = performance.now()
    // While it computes it receives no events: a new parent id shows that its parent is gone.
    if (process.ppid !== parent) process.exit(1)
    tell({ kind: 'progress', share }, () => undefined)
  }
  process.once('message', (task: Task) => {
    work(task, onProgress).then(
      () => end({ kind: 'done' }),
      (error: unknown) => end({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
}
