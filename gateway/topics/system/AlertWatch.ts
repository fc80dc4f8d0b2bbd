import type { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import type { Database } from '../../../prisma/client.ts'
import { beginIncident, endIncident } from '../../../prisma/incidents.ts'
import { countDeadLetters } from '../../../prisma/jobs/deadLetters.ts'
import { ALERT_KINDS, type AlertKind } from '../../../schema/systemKinds.ts'
import { SECOND, type Instant } from '../../../schema/time.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { isFeedLate } from './feedAge.ts'
import { countOwnerless } from './ownedPartitions.ts'

/** Another node has taken a lease over in less, and a node that restarts is back. */
const OWNERLESS_MS = 5 * SECOND
const OUTBOX_MS = 10 * SECOND

export interface AlertWatchParts {
  readonly db: Database
  readonly engine: EngineStates
  readonly rules: CurrentMarketRules
}

/** Raises what admins are warned of, and clears it when it is over. Every gateway watches; an alert is raised once, and cleared once. */
export class AlertWatch {
  readonly #parts: AlertWatchParts
  /** Since when this watch has seen partitions without an owner; null: it has not. */
  #ownerlessSince: Instant | null = null

  constructor(parts: AlertWatchParts) {
    this.#parts = parts
  }

  /** Looks once. */
  async look(now: Instant = Date.now()): Promise<void> {
    const { db } = this.#parts
    const [found, open] = await Promise.all([
      this.#find(now),
      db.engineIncident.findMany({ where: { kind: { in: [...ALERT_KINDS] }, endedAt: null }, select: { kind: true } }),
    ])
    for (const kind of ALERT_KINDS) {
      const isOpen = open.some((alert) => alert.kind === kind)
      if (found[kind] === true && !isOpen) await beginIncident(db, kind)
      if (found[kind] === false && isOpen) await endIncident(db, kind)
    }
  }

  /** Which of them hold; null: not known, and an alert stays as it is. */
  async #find(now: Instant): Promise<Readonly<Record<AlertKind, boolean | null>>> {
    const { db, engine, rules } = this.#parts
    const [state, ownerless, outbox, failed] = await Promise.all([
      engine.read(now),
      countOwnerless(db, now),
      db.outbox.aggregate({ _min: { at: true } }),
      countDeadLetters(db),
    ])
    // Before any engine ran, nobody is missed.
    this.#ownerlessSince = state && ownerless > 0 ? (this.#ownerlessSince ?? now) : null
    return {
      // Everybody is notified of a silent engine, and what its feed does is not known.
      FEED_LATE: state?.running ? isFeedLate(state, rules.rules, now) : null,
      LEASE_LOST: this.#ownerlessSince !== null && now - this.#ownerlessSince >= OWNERLESS_MS,
      OUTBOX_LATE: now - (outbox._min.at?.getTime() ?? now) > OUTBOX_MS,
      JOB_FAILED: failed > 0,
    }
  }
}
