import type { Database } from '../../../prisma/client.ts'
import { beginIncident, endIncident } from '../../../prisma/incidents.ts'
import { MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import type { MarketService } from '../market/service.ts'

/** Real time that something is missed without a pause before everybody is told. An engine that restarts, and a machine that is busy, are back sooner. */
export const TOLD_AFTER_MS = 30 * SECOND
/** Real time that it must be there again without a pause before everybody is told: until then it is the same outage. */
export const OVER_AFTER_MS = 2 * MINUTE

/** What everybody is told of. */
type Watched = 'ENGINE' | 'FEED'

/**
 * Records when the engine or its prices are lost and when they are back. Whether they are there is said by `EngineStates`, as everywhere;
 * this is about outages that last. Every gateway watches; an incident is recorded once.
 */
export class EngineWatch {
  readonly #db: Database
  readonly #engine: EngineStates
  readonly #market: MarketService
  /** Since when each look has found the same. */
  readonly #seen = new Map<Watched, { readonly isMissing: boolean; readonly since: Instant }>()

  constructor(db: Database, engine: EngineStates, market: MarketService) {
    this.#db = db
    this.#engine = engine
    this.#market = market
  }

  /** Looks once. `now`: real time. */
  async look(now: Instant = Date.now()): Promise<void> {
    const state = await this.#engine.read(now)
    if (!state) return
    const { isOpen } = await this.#market.status()
    await this.#judge('ENGINE', !state.running, now)
    // What the feed of a silent engine does is not known, and outside of sessions none is missed.
    const isFeedMissing = state.feedConnected ? false : state.running && isOpen ? true : null
    await this.#judge('FEED', isFeedMissing, now)
  }

  /** `isMissing` null: not known, and an incident stays as it is. */
  async #judge(kind: Watched, isMissing: boolean | null, now: Instant): Promise<void> {
    if (isMissing === null) {
      this.#seen.delete(kind)
      return
    }
    const before = this.#seen.get(kind)
    const since = before?.isMissing === isMissing ? before.since : now
    this.#seen.set(kind, { isMissing, since })
    if (now - since < (isMissing ? TOLD_AFTER_MS : OVER_AFTER_MS)) return
    await (isMissing ? beginIncident : endIncident)(this.#db, kind)
  }
}
