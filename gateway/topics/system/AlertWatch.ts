import type { CurrentMarketRules } from '../../../prisma/CurrentMarketRules.ts'
import type { Database } from '../../../prisma/client.ts'
import { lastBackups } from '../../../prisma/lastBackups.ts'
import { countDeadLetters } from '../../../prisma/jobs/deadLetters.ts'
import { daysCovered } from '../../../schema/market/daysCovered.ts'
import { BACKUP_LATE_MS, type AlertKind } from '../../../schema/systemKinds.ts'
import { istDate, SECOND, type Instant } from '../../../schema/time.ts'
import { OWNERS_OWN } from '../../../schema/trading/liveIncidents.ts'
import { IncidentBook } from '../../kit/IncidentBook.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { isFeedLate } from './feedAge.ts'
import { countOwnerless } from './ownedPartitions.ts'

/** How long the oldest event may wait for the relay. */
const OUTBOX_MS = 10 * SECOND

export interface AlertWatchParts {
  readonly db: Database
  readonly engine: EngineStates
  readonly rules: CurrentMarketRules
}

/** Watches for what admins are warned of. */
export class AlertWatch {
  readonly #parts: AlertWatchParts
  readonly #book: IncidentBook<AlertKind>

  constructor(parts: AlertWatchParts) {
    this.#parts = parts
    this.#book = new IncidentBook(parts.db)
  }

  /** Looks once. `now`: real time. */
  async look(now: Instant = Date.now()): Promise<void> {
    const { db, engine, rules } = this.#parts
    const [state, ownerless, outbox, failed, standing, backups] = await Promise.all([
      engine.read(now),
      countOwnerless(db, now),
      db.outbox.aggregate({ _min: { at: true } }),
      countDeadLetters(db),
      db.liveIncident.count({ where: { kind: { notIn: [...OWNERS_OWN] } } }),
      lastBackups(db),
    ])
    // A sandbox trades on every day of its clock.
    const daysLeft = state?.clock.kind === 'real' ? daysCovered(rules.rules, istDate(now)) : Infinity
    await this.#book.record(
      {
        // Everybody is notified of a silent engine, and what its feed does is not known.
        FEED_LATE: state?.running ? isFeedLate(state, rules.rules, now) : null,
        // Before any engine ran, nobody is missed.
        FEED_PARTIAL: state?.running ? state.feedFaults > 0 : null,
        LEASE_LOST: state !== null && ownerless > 0,
        OUTBOX_LATE: now - (outbox._min.at?.getTime() ?? now) > OUTBOX_MS,
        JOB_FAILED: failed > 0,
        LIVE_ACCOUNT: standing > 0,
        BACKUP_LATE: backups.failedAt !== null || (backups.made !== null && now - backups.made.at.getTime() > BACKUP_LATE_MS),
        CALENDAR_60: daysLeft <= 60,
        CALENDAR_30: daysLeft <= 30,
        CALENDAR_7: daysLeft <= 7,
      },
      now,
    )
  }
}
