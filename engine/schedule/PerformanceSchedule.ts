import type { Logger } from 'pino'
import type { Session } from '../../schema/market/MarketRules.ts'
import { latestUpdate, type DueUpdate, type UpdateAnswer } from '../../schema/market/updateTimes.ts'
import type { Instant } from '../../schema/time.ts'

export interface PerformanceScheduleParts {
  /** Requests an update that is due. Made once, however many nodes request it. */
  readonly request: (update: DueUpdate) => Promise<UpdateAnswer>
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Requests performance updates by the market's clock. For each known session it requests the latest update that is due: what was
 * missed while no engine ran, or while the clock jumped, is caught up on by one update for each session.
 */
export class PerformanceSchedule {
  readonly #parts: PerformanceScheduleParts
  /** The session before, when a clock jumped into the next one. */
  #seen: Session | null = null
  #before: Session | null = null
  /** Settled requests, by the close of their session. */
  #asked = new Map<Instant, Instant>()
  #underWay: Promise<void> | null = null

  constructor(parts: PerformanceScheduleParts) {
    this.#parts = parts
  }

  /** Market time moved on. `previous`: the last session before, as far as that is known. Never rejects. */
  onTime(now: Instant, session: Session | null, previous: Session | null): Promise<void> {
    this.#underWay ??= this.#ask(now, session, previous).finally(() => (this.#underWay = null))
    return this.#underWay
  }

  /** The scheduler was started or stopped. */
  onChanged(): void {
    this.#asked.clear()
  }

  async #ask(now: Instant, session: Session | null, previous: Session | null): Promise<void> {
    if (session && this.#seen?.close !== session.close) {
      this.#before = this.#seen
      this.#seen = session
    }
    const sessions = [previous ?? this.#before, session].filter((one) => one !== null)
    try {
      for (const one of sessions) {
        const update = latestUpdate(one, now)
        if (!update || this.#asked.get(one.close) === update.dueAt) continue
        if ((await this.#parts.request(update)) !== 'BUSY') this.#asked.set(one.close, update.dueAt)
      }
      this.#asked = new Map([...this.#asked].filter(([close]) => sessions.some((one) => one.close === close)))
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'an update of performance could not be asked for')
    }
  }
}
