import type { Beat } from './Part.ts'

/** Real milliseconds between two looks at the time, of all that it makes due. */
export const CLOCK_BEAT_MS = 100

/** Begins them; those of the same length come together, in their order. Returns the way to end them. */
export function beginBeats(beats: readonly Beat[]): () => void {
  const timers = [...new Set(beats.map(({ everyMs }) => everyMs))].map((everyMs) => {
    const together = beats.filter((beat) => beat.everyMs === everyMs)
    return setInterval(() => {
      for (const beat of together) beat.do()
    }, everyMs)
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
