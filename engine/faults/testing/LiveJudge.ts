import { expect } from 'vitest'
import type { Database } from '../../../prisma/client.ts'
import type { SandboxControl } from '../../sandbox/control/SandboxControl.ts'
import type { LedgerEntry } from '../../sandbox/orders/LedgerEntry.ts'
import { isFinal, type SandboxFill, type SandboxOrder } from '../../sandbox/orders/Order.ts'
import { netUnits } from '../../sandbox/orders/positions.ts'
import { NakedWatch } from './NakedWatch.ts'

/** How long the engine may take to book what the exchange has filled, and to protect a leg, on a machine that does much else. */
const SETTLED = { timeout: 30_000, interval: 50 }

/** How far a stop at the exchange may be from its leg's: less than that it does not follow. */
const LEVEL = { fraction: 0.01, paise: 50 }

/** Prices in paise. */
interface OpenLeg {
  readonly id: string
  readonly units: number
  readonly stop: number
}

interface RestingStop {
  readonly legId: string | undefined
  readonly units: number
  readonly trigger: number
}

/** Judges the books of live traders by the exchange's ledger. For tests only. */
export class LiveJudge {
  readonly #db: Database
  readonly #control: SandboxControl
  readonly #selling: 'nothing' | 'hedged'

  /** `selling`: what the traders open by selling: nothing, or calls and puts hedged by as many others. */
  constructor(db: Database, control: SandboxControl, selling: 'nothing' | 'hedged' = 'nothing') {
    this.#db = db
    this.#control = control
    this.#selling = selling
  }

  /**
   * Holds at every moment, whatever runs: no two orders at the exchange with one tag, none that the books did not intend or in another
   * quantity, no units sold that were not held, or hedged, and never two stops at work for one leg.
   */
  async expectNothingDoubledOrOversold(): Promise<void> {
    const orders = this.#orders()
    const tags = orders.map(({ tag }) => tag)
    expect(tags.filter((tag, i) => tags.indexOf(tag) !== i)).toEqual([])
    // The books are read after the ledger: an intent exists before its order.
    const intended = new Map<string, number>()
    const select = { clientOrderId: true, quantity: true } as const
    for (const { clientOrderId, quantity } of [
      ...(await this.#db.exitAtBroker.findMany({ select })),
      ...(await this.#db.order.findMany({ select })),
    ])
      intended.set(clientOrderId, quantity)
    expect(tags.filter((tag) => !intended.has(tag))).toEqual([])
    expect(orders.filter(({ tag, quantity }) => quantity > (intended.get(tag) ?? 0))).toEqual([])
    this.#expectNeverShort()
  }

  /** Waits until every unit that the exchange has already filled is booked; these never hold more than the exchange has filled. */
  async expectNothingLost(): Promise<void> {
    const filled = unitsByTag(this.#fills().filter(({ tag }) => tag !== ''))
    const missing = async () => {
      const booked = await this.#booked()
      return [...filled].filter(([tag, units]) => (booked.get(tag) ?? 0) < units)
    }
    await expect.poll(missing, SETTLED).toEqual([])
    const booked = await this.#booked()
    const now = unitsByTag(this.#fills())
    expect([...booked].filter(([tag, units]) => units > (now.get(tag) ?? 0))).toEqual([])
  }

  /**
   * Waits until each leg that is open now has been seen with exactly one stop at the exchange, for all its units, or closes. Resolves
   * with the seconds until the last one was.
   */
  async expectProtected(): Promise<{ readonly legs: number; readonly seconds: number }> {
    const startedAt = performance.now()
    const legs = await this.#sawEachLeg(({ units }, resting) => resting.length === 1 && resting[0]?.units === units)
    return { legs, seconds: (performance.now() - startedAt) / 1_000 }
  }

  /** Waits until each leg that is open now has been seen with its one stop at its level, as far as stops follow at all, or closes. */
  async expectFollowed(): Promise<void> {
    await this.#sawEachLeg(({ stop }, [resting, ...others]) => {
      if (!resting || others.length > 0) return false
      return Math.abs(stop - resting.trigger) <= Math.max(LEVEL.fraction * resting.trigger, LEVEL.paise)
    })
  }

  /** Tags of the stops that the books intended and that are not at the exchange. */
  async stopsNotSent(): Promise<string[]> {
    const intended = await this.#db.exitAtBroker.findMany({ select: { clientOrderId: true } })
    const sent = new Set(this.#orders().map(({ tag }) => tag))
    return intended.map(({ clientOrderId }) => clientOrderId).filter((tag) => !sent.has(tag))
  }

  /** Watches, until it is ended, which open legs have no stop at the exchange for all their units, and no exit under way. */
  watchNakedness(): NakedWatch {
    return new NakedWatch(async () => {
      const stops = await this.#restingStops()
      const covered = new Map<string | undefined, number>()
      for (const { legId, units } of stops) covered.set(legId, (covered.get(legId) ?? 0) + units)
      return (await this.#openLegs()).flatMap(({ id, units }) => ((covered.get(id) ?? 0) < units ? id : []))
    })
  }

  /** Waits until each account's open units are the same in the books and at the exchange. */
  async expectSamePositions(clientCodes: ReadonlyMap<string, string>): Promise<void> {
    for (const [userId, clientCode] of clientCodes) {
      const compare = async () => {
        this.#control.now()
        const held = this.#control.positions(clientCode).map((position) => [position.token, netUnits(position)] as const)
        const booked = new Map<string, number>()
        const fills = await this.#db.fill.findMany({ where: { order: { userId } }, include: { order: true } })
        for (const { quantity, order } of fills) {
          const token = tokenOf(order.contract)
          booked.set(token, (booked.get(token) ?? 0) + (order.side === 'BUY' ? quantity : -quantity))
        }
        return [...new Map([...held, ...booked])]
          .map(([token]) => ({ token, held: new Map(held).get(token) ?? 0, booked: booked.get(token) ?? 0 }))
          .filter((each) => each.held !== each.booked)
      }
      await expect.poll(compare, SETTLED).toEqual([])
    }
  }

  /** Waits until each leg that is open now has been seen with stops that are right, or closes. Resolves with the number of legs. */
  async #sawEachLeg(isRight: (leg: OpenLeg, resting: readonly RestingStop[]) => boolean): Promise<number> {
    const legs = await this.#openLegs()
    const unseen = new Set(legs.map(({ id }) => id))
    const look = async () => {
      const open = new Map((await this.#openLegs()).map((leg) => [leg.id, leg]))
      const stops = await this.#restingStops()
      for (const id of unseen) {
        const leg = open.get(id)
        const resting = stops.filter(({ legId }) => legId === id)
        if (!leg || isRight(leg, resting)) unseen.delete(id)
      }
      return [...unseen]
    }
    await expect.poll(look, SETTLED).toEqual([])
    return legs.length
  }

  /** Legs that run and that no exit closes: they must be protected. */
  async #openLegs(): Promise<OpenLeg[]> {
    const legs = await this.#db.leg.findMany({ where: { status: 'RUNNING', stopPaise: { not: null } } })
    const exits = await this.#db.order.findMany({ where: { purpose: 'EXIT', isOpen: true }, select: { legId: true } })
    const closing = new Set(exits.map(({ legId }) => legId))
    return legs.flatMap(({ id, quantity, exitQuantity, stopPaise }) =>
      closing.has(id) ? [] : { id, units: quantity - exitQuantity, stop: Number(stopPaise) },
    )
  }

  async #restingStops(): Promise<RestingStop[]> {
    const resting = this.#orders().filter((order) => order.tag.startsWith('S') && !isFinal(order))
    const kept = await this.#db.exitAtBroker.findMany({ where: { clientOrderId: { in: resting.map(({ tag }) => tag) } } })
    const legs = new Map(kept.map(({ clientOrderId, legId }) => [clientOrderId, legId]))
    return resting.map(({ tag, quantity, filled, triggerPrice }) => ({
      ...{ legId: legs.get(tag), units: quantity - filled, trigger: triggerPrice },
    }))
  }

  /** Units of each tag, as booked. */
  async #booked(): Promise<Map<string, number>> {
    const orders = await this.#db.order.findMany({ where: { fills: { some: {} } }, include: { fills: true } })
    return new Map(orders.map(({ clientOrderId, fills }) => [clientOrderId, fills.reduce((sum, fill) => sum + fill.quantity, 0)]))
  }

  #expectNeverShort(): void {
    const held = new Map<string, number>()
    for (const { clientCode, token, tradingSymbol, side, units, tag } of this.#fills()) {
      const key = `${clientCode} ${this.#selling === 'hedged' ? tradingSymbol.slice(-2) : token}`
      const net = (held.get(key) ?? 0) + (side === 'BUY' ? units : -units)
      expect({ key, tag, short: net < 0 }).toEqual({ key, tag, short: false })
      held.set(key, net)
    }
  }

  /** Each order that an engine ever gave, as it stands. */
  #orders(): SandboxOrder[] {
    const orders = this.#entries().flatMap((entry) => (entry.kind === 'order' && entry.order.via === 'api' ? entry.order : []))
    return [...new Map(orders.map((order) => [order.orderId, order])).values()]
  }

  #fills(): SandboxFill[] {
    return this.#entries().flatMap((entry) => (entry.kind === 'fill' ? entry.fill : []))
  }

  #entries(): readonly LedgerEntry[] {
    this.#control.now()
    return this.#control.ledger.entries
  }
}

function unitsByTag(fills: readonly SandboxFill[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const fill of fills) units.set(fill.tag, (units.get(fill.tag) ?? 0) + fill.units)
  return units
}

function tokenOf(contract: unknown): string {
  if (typeof contract === 'object' && contract !== null && 'token' in contract && typeof contract.token === 'string') return contract.token
  throw new TypeError('a contract without a token')
}
