/** What a process started by runApart() tells the one that started it. */
export type Told =
  { readonly kind: 'progress'; readonly share: number } | { readonly kind: 'done' } | { readonly kind: 'failed'; readonly reason: string }

/** How often it says how far it is. */
const TELL_MS = 100

/**
 * Makes this process one of runApart()'s: does the one task that it is sent, tells how far it is (0 to 1) and how it ended, and ends. It
 * does not outlive the process that started it by more than the time between two words of progress.
 */
export function answerParent<Task>(work: (task: Task, onProgress: (share: number) => void) => Promise<void>): void {
  const parent = process.ppid
  // Ctrl-C reaches every process of a terminal; whoever started this one ends it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.once('disconnect', () => process.exit(1))
  const tell = (told: Told, then: () => void) => process.send?.(told, then)
  const end = (told: Told) => tell(told, () => process.exit(0))
  let toldAt = 0
  const onProgress = (share: number) => {
    if (performance.now() - toldAt < TELL_MS) return
    toldAt = performance.now()
    // While it computes it hears of nothing: that its parent is gone it sees by having another.
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
