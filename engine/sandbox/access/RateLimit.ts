import { HOUR, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'

export interface CallLimits {
  readonly second: number
  readonly minute?: number
  readonly hour?: number
}

/** Counts calls in rolling windows of real time. Refused calls do not count. */
export class RateLimit {
  readonly #windows: readonly { readonly length: number; readonly calls: number }[]
  #accepted: Instant[] = []

  constructor({ second, minute = Infinity, hour = Infinity }: CallLimits) {
    this.#windows = [
      { length: SECOND, calls: second },
      { length: MINUTE, calls: minute },
      { length: HOUR, calls: hour },
    ]
  }

  /** Whether one more call may pass at a real instant; if so it is counted. `scale` multiplies the limits of this call. */
  take(now: Instant, scale = 1): boolean {
    this.#accepted = this.#accepted.filter((at) => at > now - HOUR)
    for (const { length, calls } of this.#windows) {
      // The window is full when the call that many places back still lies within it.
      const oldest = this.#accepted[this.#accepted.length - Math.floor(calls * scale)]
      if (oldest !== undefined && oldest > now - length) return false
    }
    this.#accepted.push(now)
    return true
  }
}
