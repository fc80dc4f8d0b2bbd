import type { Logger } from 'pino'
import type { Instant } from '../../schema/time.ts'
import type { EngineConfig } from '../runtime/config.ts'
import type { Metrics } from '../runtime/Metrics.ts'
import type { Shutdown } from '../runtime/Shutdown.ts'

/** Repeats an attempt until it succeeds; /readyz says for `what` the engine waits, and why. Rejects when the engine is told to stop. */
export type Wait = <T>(what: string, attempt: () => Promise<T>) => Promise<T>

/** What is there before any part: any of them may need it. */
export interface Platform {
  readonly config: EngineConfig
  readonly log: Logger
  readonly shutdown: Shutdown
  /** What is counted and measured. */
  readonly metrics: Metrics
  readonly wait: Wait
  /** Real time. */
  readonly now: () => Instant
  /** Milliseconds of a clock that never steps. */
  readonly monotonic: () => number
}
