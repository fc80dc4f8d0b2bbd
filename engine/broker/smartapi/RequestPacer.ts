import { setTimeout as sleep } from 'node:timers/promises'
import type { CallLimit, Endpoint } from './endpoints.ts'

/** After the n-th throttled answer in a row every call waits 1, 2, 4 … seconds, at most this long. */
const LONGEST_PAUSE_MS = 30_000

/**
 * Keeps the calls of one client code under the broker's rate limits: calls of an endpoint start in request order, and a throttled answer
 * pauses all endpoints. Runs on the monotonic clock.
 */
export class RequestPacer {
  readonly #starts = new Map<Endpoint, number[]>()
  readonly #tails = new Map<Endpoint, Promise<void>>()
  readonly #factor: number
  #pausedUntil = 0
  #throttledInRow = 0

  /** `factor` multiplies all limits: a sandbox may have its own. */
  constructor(factor = 1) {
    this.#factor = factor
  }

  /** Resolves when the call may start, and counts it as started. Rejects with the signal's reason. */
  turn(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
    const before = this.#tails.get(endpoint) ?? Promise.resolve()
    const mine = before.then(() => this.#waitForRoom(endpoint, signal))
    // A caller that gave up must not abort the callers behind it.
    this.#tails.set(
      endpoint,
      mine.catch(() => undefined),
    )
    return mine
  }

  /** The latest call of an endpoint was answered, or given up. */
  answered(endpoint: Endpoint): void {
    if (endpoint.fromAnswer) this.#starts.get(endpoint)?.splice(-1, 1, performance.now())
  }

  throttled(): void {
    const pause = Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** this.#throttledInRow)
    this.#throttledInRow++
    this.#pausedUntil = performance.now() + pause
  }

  accepted(): void {
    this.#throttledInRow = 0
  }

  async #waitForRoom(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
    const starts = this.#starts.get(endpoint) ?? []
    this.#starts.set(endpoint, starts)
    const limits = endpoint.limits.map(({ calls, perMs }) => ({ calls, perMs: perMs / this.#factor }))
    for (;;) {
      signal.throwIfAborted()
      const wait = Math.max(this.#pausedUntil, earliestStart(starts, limits)) - performance.now()
      if (wait <= 0) break
      await sleep(Math.ceil(wait), undefined, { signal })
    }
    starts.push(performance.now())
    starts.splice(0, starts.length - Math.max(...endpoint.limits.map((limit) => limit.calls)))
  }
}

/** The earliest time at which another call keeps every limit `starts` are the earlier calls' times, oldest first. */
export function earliestStart(starts: readonly number[], limits: readonly CallLimit[]): number {
  return Math.max(0, ...limits.map(({ calls, perMs }) => (starts[starts.length - calls] ?? -Infinity) + perMs))
}
