import type { Database } from '../../prisma/client.ts'
import type { IncidentKind } from '../../prisma/generated/client.ts'
import { beginIncident, endIncident } from '../../prisma/incidents.ts'
import type { Instant } from '../../schema/time.ts'
import { Outages, type Found } from './Outages.ts'

/** Records what the looks of one watch find as incidents, by the one rule of when they are told. Every gateway has one; each incident is recorded once. */
export class IncidentBook<Kind extends IncidentKind> {
  readonly #db: Database
  readonly #outages = new Outages()

  constructor(db: Database) {
    this.#db = db
  }

  /** Takes what one look has found of each kind. `now`: real time. */
  async record(found: Readonly<Record<Kind, Found>>, now: Instant): Promise<void> {
    const kinds = Object.keys(found) as Kind[]
    const due = new Map(kinds.map((kind) => [kind, this.#outages.judge(kind, found[kind], now)]))
    const open = await this.#db.engineIncident.findMany({ where: { kind: { in: kinds }, endedAt: null }, select: { kind: true } })
    for (const [kind, isDue] of due) {
      const isOpen = open.some((incident) => incident.kind === kind)
      if (isDue === true && !isOpen) await beginIncident(this.#db, kind)
      if (isDue === false && isOpen) await endIncident(this.#db, kind)
    }
  }
}
