import type { Database } from '../../../prisma/client.ts'
import type { IncidentKind } from '../../../prisma/generated/client.ts'
import { beginIncident, endIncident } from '../../../prisma/incidents.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import type { MarketService } from '../market/service.ts'

/** Records when the engine or its prices are lost and when they are back. Every gateway watches; an incident is recorded once. */
export class EngineWatch {
  readonly #db: Database
  readonly #engine: EngineStates
  readonly #market: MarketService
  /** What was missing at the last check: an engine that restarts is not missed. */
  #missing: ReadonlySet<IncidentKind> = new Set()

  constructor(db: Database, engine: EngineStates, market: MarketService) {
    this.#db = db
    this.#engine = engine
    this.#market = market
  }

  /** Checks once. What is missing twice in a row is an incident, until it is found again. */
  async look(): Promise<void> {
    if ((await this.#engine.read()) === null) return
    const { engineRunning, feedConnected, isOpen } = await this.#market.status()
    const missing = new Set<IncidentKind>()
    if (!engineRunning) missing.add('ENGINE')
    else if (isOpen && !feedConnected) missing.add('FEED')
    for (const kind of missing) if (this.#missing.has(kind)) await beginIncident(this.#db, kind)
    if (engineRunning) await endIncident(this.#db, 'ENGINE')
    if (feedConnected) await endIncident(this.#db, 'FEED')
    this.#missing = missing
  }
}
