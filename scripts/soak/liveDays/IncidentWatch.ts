import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../prisma/client.ts'
import type { LiveIncidentKind } from '../../../schema/trading/liveIncidents.ts'
import type { Instant } from '../../../schema/time.ts'
import type { Trader } from './enrolTrader.ts'
import type { ExchangeMirror } from './ExchangeMirror.ts'

const LOOK_EVERY = 300

/** An incident as it stood. Real times. */
export interface WatchedIncident {
  readonly trader: string
  readonly clientCode: string
  readonly kind: LiveIncidentKind
  readonly subject: string
  readonly option: string
  readonly since: Instant
  readonly firstSeen: Instant
  lastSeen: Instant
  /** Each number of units that it said, in turn. */
  readonly units: number[]
  looks: number
  /** At how many of them it was so at the exchange. */
  trueLooks: number
}

/** Looks at the incidents of live accounts all the time, and at the exchange's ledger for whether they are so. */
export class IncidentWatch {
  readonly seen: WatchedIncident[] = []
  readonly #db: Database
  readonly #mirror: ExchangeMirror
  readonly #traders: ReadonlyMap<string, Trader>
  #isOver = false
  readonly #over: Promise<void>

  /** Begins at once. */
  constructor(db: Database, mirror: ExchangeMirror, traders: readonly Trader[]) {
    this.#db = db
    this.#mirror = mirror
    this.#traders = new Map(traders.map((trader) => [trader.userId, trader]))
    this.#over = this.#run()
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#over
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      await this.#look()
      await sleep(LOOK_EVERY)
    }
  }

  async #look(): Promise<void> {
    const now = Date.now()
    for (const { userId, kind, subject, option, units, since } of await this.#db.liveIncident.findMany()) {
      const { name: trader, account } = this.#traders.get(userId)!
      const { clientCode } = account
      const isIt = (each: WatchedIncident) =>
        each.clientCode === clientCode && each.kind === kind && each.subject === subject && each.since === since.getTime()
      let incident = this.seen.find(isIt)
      if (!incident) {
        const times = { since: since.getTime(), firstSeen: now, lastSeen: now }
        incident = { trader, clientCode, kind, subject, option, ...times, units: [], looks: 0, trueLooks: 0 }
        this.seen.push(incident)
      }
      if (incident.units.at(-1) !== units) incident.units.push(units)
      incident.lastSeen = now
      incident.looks++
      if (await this.#isTrue({ userId, clientCode, kind, subject, option })) incident.trueLooks++
    }
  }

  /** Whether it is so at the exchange at this moment. */
  async #isTrue(incident: {
    readonly userId: string
    readonly clientCode: string
    readonly kind: LiveIncidentKind
    readonly subject: string
    readonly option: string
  }): Promise<boolean> {
    const { userId, clientCode, kind, subject, option } = incident
    const held = this.#mirror.held(clientCode).get(option)?.units.get('INTRADAY') ?? 0
    const open = await this.#db.leg.findMany({ where: { status: 'RUNNING', option, trade: { userId } } })
    const isOpen = open.some(({ id }) => id === subject)
    const ofLegs = open.reduce((sum, { side, quantity, exitQuantity }) => sum + (side === 'BUY' ? 1 : -1) * (quantity - exitQuantity), 0)
    const isResting = async () => {
      const tags = [
        ...(await this.#db.exitAtBroker.findMany({ where: { legId: subject }, select: { clientOrderId: true } })),
        ...(await this.#db.order.findMany({ where: { legId: subject, purpose: 'EXIT' }, select: { clientOrderId: true } })),
      ].map(({ clientOrderId }) => clientOrderId)
      return this.#mirror.resting(clientCode).some(({ tag }) => tags.includes(tag))
    }
    switch (kind) {
      case 'EXIT_OPEN':
        return isOpen && held !== 0
      case 'LEG_BARE':
      case 'STOP_WATCHED':
        return isOpen && held !== 0 && !(await isResting())
      case 'UNITS_UNKNOWN':
        return held !== ofLegs
      case 'OVERFILLED':
        return held < 0
      case 'ORDER_LEFT':
        return this.#mirror.resting(clientCode).some(({ orderId }) => orderId === subject)
    }
  }
}
