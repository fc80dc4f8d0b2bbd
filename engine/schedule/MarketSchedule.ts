import type { Logger } from 'pino'
import type { Session } from '../../schema/market/MarketRules.ts'
import type { Instant } from '../../schema/time.ts'

/** Work that the market's clock makes due. */
export interface Duty {
  /** For the log. */
  readonly name: string
  /** The latest time of a session at which it is due, up to now; null before the first. What was due before it needs no run of its own. */
  readonly dueAt: (session: Session, now: Instant) => Instant | null
  /** Does what is due, or has a worker thread do it. False: not yet; it is tried again. Rejects when it failed: likewise. */
  readonly run: (dueAt: Instant, session: Session) => Promise<boolean>
  /** Whether it is due for a session that was over before the start. */
  readonly catchesUp: boolean
  /** Market milliseconds between two tries. */
  readonly retryAfter: number
}

interface Assigned {
  readonly duty: Duty
  /** By the close of a session: the last time that was due and is done. */
  readonly done: Map<Instant, Instant>
  triedAt: Instant
  underWay: Promise<void> | null
}

/**
 * Decides what is due by the market's clock, for each session that is known: once for each time it is due, one run at a time. What was
 * missed while the clock jumped into the next session, or, where a duty catches up, while no engine ran, is made up for by one run for
 * each session.
 */
export class MarketSchedule {
  readonly #assigned: Assigned[] = []
  readonly #log: Pick<Logger, 'warn'>
  /** The newest session, and the one before. */
  #session: Session | null = null
  #before: Session | null = null
  /** Closes of the sessions that were seen open. */
  readonly #seenOpen = new Set<Instant>()

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log
  }

  /** From now on a duty is done when it is due. */
  add(duty: Duty): void {
    this.#assigned.push({ duty, done: new Map(), triedAt: -Infinity, underWay: null })
  }

  /** Market time moved on. `previous`: the last session before, as far as that is known. Resolves when all runs have ended; never rejects. */
  async onTime(now: Instant, session: Session | null, previous: Session | null): Promise<void> {
    if (session && this.#session?.close !== session.close) {
      this.#before = this.#session
      this.#session = session
    }
    if (session && now >= session.open && now < session.close) this.#seenOpen.add(session.close)
    const known = [previous ?? this.#before, this.#session].filter((one) => one !== null)
    const sessions = [...new Map(known.map((one) => [one.close, one])).values()].sort((one, other) => one.close - other.close)
    const isKnown = (close: Instant) => sessions.some((one) => one.close === close)
    for (const close of this.#seenOpen) if (!isKnown(close)) this.#seenOpen.delete(close)
    await Promise.all(
      this.#assigned.map((assigned) => {
        for (const close of assigned.done.keys()) if (!isKnown(close)) assigned.done.delete(close)
        assigned.underWay ??= this.#do(assigned, sessions, now).finally(() => (assigned.underWay = null))
        return assigned.underWay
      }),
    )
  }

  /** What is due of a duty is done again. */
  again(duty: Duty): void {
    for (const assigned of this.#assigned) if (assigned.duty === duty) assigned.done.clear()
  }

  async #do(assigned: Assigned, sessions: readonly Session[], now: Instant): Promise<void> {
    const { duty, done, triedAt } = assigned
    const { dueAt, run, catchesUp, retryAfter, name } = duty
    for (const session of sessions) {
      const due = dueAt(session, now)
      if (due === null || done.get(session.close) === due || !(catchesUp || this.#seenOpen.has(session.close))) continue
      // A clock that was set back is no reason to wait.
      if (now >= triedAt && now - triedAt < retryAfter) continue
      try {
        if (await run(due, session)) {
          done.set(session.close, due)
          continue
        }
      } catch (error) {
        this.#log.warn({ err: error }, `${name} failed: tried again`)
      }
      assigned.triedAt = now
    }
  }
}
