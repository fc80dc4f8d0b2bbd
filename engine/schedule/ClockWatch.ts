import { SESSION_LIMITS } from '../../schema/limits.ts'
import type { Instant } from '../../schema/time.ts'

export interface ClockWatchParts {
  /** The machine's clock, which somebody may set. */
  readonly wall: () => Instant
  /** Milliseconds that only ever pass, from any beginning. */
  readonly monotonic: () => number
}

/**
 * Detects that the machine's clock was set: it advanced more, or less, than the monotonic clock. A clock that time servers slew moves by
 * less than the limit between two checks and is no step.
 */
export class ClockWatch {
  readonly #parts: ClockWatchParts
  #offset: number
  #steppedAt: number | null = null

  constructor(parts: ClockWatchParts) {
    this.#parts = parts
    this.#offset = this.#look()
  }

  /** Monotonic milliseconds since the clock was last found to have jumped; null when it never was. Looks at the clocks: ask often. */
  steppedMsAgo(): number | null {
    const offset = this.#look()
    if (Math.abs(offset - this.#offset) > SESSION_LIMITS.clockStepMs) this.#steppedAt = this.#parts.monotonic()
    this.#offset = offset
    return this.#steppedAt === null ? null : this.#parts.monotonic() - this.#steppedAt
  }

  #look(): number {
    return this.#parts.wall() - this.#parts.monotonic()
  }
}
