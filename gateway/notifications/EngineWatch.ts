import { v7 as uuid } from 'uuid'
import { publish } from '../../prisma/bus.ts'
import type { Database } from '../../prisma/client.ts'
import type { IncidentKind } from '../../prisma/generated/client.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import type { MarketService } from '../market/service.ts'

/** Notes when the engine or its prices are lost and when they are back. Every gateway watches; an incident is noted once. */
export class EngineWatch {
  readonly #db: Database
  readonly #engine: EngineStates
  readonly #market: MarketService
  /** What was missing at the last look: an engine that starts anew is not missed. */
  #missing: ReadonlySet<IncidentKind> = new Set()

  constructor(db: Database, engine: EngineStates, market: MarketService) {
    this.#db = db
    this.#engine = engine
    this.#market = market
  }

  /** Looks once. What is missing for the second time in a row is an incident, until it is found again. */
  async look(): Promise<void> {
    if ((await this.#engine.read()) === null) return
    const { engineRunning, feedConnected, isOpen } = await this.#market.status()
    const missing = new Set<IncidentKind>()
    if (!engineRunning) missing.add('ENGINE')
    else if (isOpen && !feedConnected) missing.add('FEED')
    for (const kind of missing) if (this.#missing.has(kind)) await this.#begin(kind)
    if (engineRunning) await this.#end('ENGINE')
    if (feedConnected) await this.#end('FEED')
    this.#missing = missing
  }

  async #begin(kind: IncidentKind): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      const begun = await tx.$executeRaw`
        INSERT INTO "EngineIncident" (id, kind) VALUES (${uuid()}::uuid, ${kind}::"IncidentKind")
        ON CONFLICT (kind) WHERE "endedAt" IS NULL DO NOTHING`
      if (begun > 0) await publish(tx, { type: 'engine.incident' })
    })
  }

  async #end(kind: IncidentKind): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      const ended = await tx.engineIncident.updateMany({ where: { kind, endedAt: null }, data: { endedAt: new Date() } })
      if (ended.count > 0) await publish(tx, { type: 'engine.incident' })
    })
  }
}
