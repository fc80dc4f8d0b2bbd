import type { ChangeListeners } from '../cluster/onChange.ts'
import type { Metrics } from '../runtime/Metrics.ts'

/** What is done again and again. */
export interface Beat {
  /** Real milliseconds from one to the next. */
  readonly everyMs: number
  /** Must not throw. */
  readonly do: () => void
}

/** What a part does while the engine runs; all parts' members are called in the order of app/parts.ts. */
export interface Running {
  /** Begin at once, before anything has resumed. Those of the same length come together. */
  readonly beats?: readonly Beat[]
  /** Continues where the last run ended. Rejects when the engine is to stop instead. */
  resume?(): void | Promise<void>
  /** The set of this node's users has changed; called once all parts have resumed. */
  onUsersChanged?(): void
  /** Takes up its work; all parts have resumed. Rejects when the engine is to stop instead. */
  begin?(): void | Promise<void>
  /** The engine trades: begins what need not be there before. */
  trading?(): void
  /** Names its metrics; docs/operations.md lists which of them deserve an alarm. */
  metrics?(metrics: Metrics): void
  /** What is not as it should be while the engine trades, in sentences. */
  degraded?(): readonly string[]
  /** The engine stops: begins nothing more and ends what is under way. The beats have ended, and nothing is closed yet. */
  stop?(): void | Promise<void>
}

/**
 * All that the engine knows of one of its parts. The services of a part are at the disposal of all that come after it in app/parts.ts; the
 * compiler refuses a part that stands before what it needs.
 */
export interface Part<Needs, Made> {
  /**
   * Makes the part's services from what the engine and the parts before it have. What it opens it adds to `shutdown` at once, with how it
   * closes: that is closed after the parts behind it, and also when one of these does not open.
   */
  readonly open: (needs: Needs) => Made | Promise<Made>
  /** What it does at which event of the bus; without one, events may have been missed. */
  readonly hears?: (services: NoInfer<Needs & Made>) => ChangeListeners
  /** Lets it run: no part's services are missing, and the bus is heard. */
  readonly run?: (services: NoInfer<Needs & Made>) => Running
}

/** The part itself, with its types worked out. */
export function definePart<Needs, Made extends object>(part: Part<Needs, Made>): Part<Needs, Made> {
  return part
}
