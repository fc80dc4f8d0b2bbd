import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { SECOND, type Instant } from '../../../schema/time.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { BrokerFill, ExecutionPort, OrderUpdate } from '../../broker/port.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import { openQuantityOf, oppositeOf, signOf, type OpenLeg } from '../positions/legs.ts'
import { isTag, tagOf } from '../orders/orders.ts'
import type { ExitAtBrokerRecords } from './ExitAtBroker.ts'

/** Market milliseconds between two looks at an account. */
const LOOK_EVERY = 3 * SECOND
/** Looks in a row that must find the same missing: a fill of ours may be in the broker's books before it is in ours. */
const LOOKS = 2
/** Exits by hand are numbered from here, apart from other exits of their legs. */
const FIRST_SLICE = 2_000

export interface HoldingsWatchParts {
  readonly broker: Pick<ExecutionPort, 'orders' | 'fills' | 'positions'>
  readonly records: Pick<ExitAtBrokerRecords, 'keepExitAtBroker'>
  /** The exit lane. */
  readonly lane: JobQueue
  /** The open legs of a user that are live, oldest first, as they are now. */
  readonly legsOf: (userId: string) => readonly OpenLeg[]
  /** Whether an order of a leg is under way. */
  readonly isBusy: (legId: string) => boolean
  /** Receives what is to be booked. */
  readonly report: (update: OrderUpdate) => void
  readonly log: Logger
}

/**
 * Notices what the owners of live accounts close by hand in the broker's app: the account holds less of a contract than its legs, and a fill
 * without a tag of ours says why. That fill closes the leg in our books, and nothing is sold twice. What an owner adds stays his: it is never
 * closed here.
 */
export class HoldingsWatch {
  readonly #parts: HoldingsWatchParts
  /** By user. */
  readonly #lookedAt = new Map<string, Instant>()
  readonly #looking = new Set<string>()
  /** What was missing, and how often in a row, by user and contract. */
  readonly #missing = new Map<string, { readonly units: number; readonly looks: number }>()
  /** Fills that are booked as made by hand. */
  readonly #taken = new Map<string, number>()
  /** Units that legs have left once what was reported of them is booked. */
  readonly #leftOf = new Map<string, number>()

  constructor(parts: HoldingsWatchParts) {
    this.#parts = parts
  }

  /** Market time advanced. `userIds`: whose live legs are open. */
  onTime(now: Instant, userIds: ReadonlySet<string>): void {
    for (const userId of this.#lookedAt.keys()) if (!userIds.has(userId)) this.#lookedAt.delete(userId)
    for (const userId of userIds) {
      const lookedAt = this.#lookedAt.get(userId)
      if (this.#looking.has(userId) || (lookedAt !== undefined && Math.abs(now - lookedAt) < LOOK_EVERY)) continue
      this.#lookedAt.set(userId, now)
      this.#looking.add(userId)
      void this.#look(userId).finally(() => this.#looking.delete(userId))
    }
  }

  async #look(userId: string): Promise<void> {
    const { broker, legsOf, isBusy, log } = this.#parts
    const account = { userId, mode: 'LIVE' } as const
    try {
      // Positions before fills: a fill between the reads is one that is known and not yet missed. Orders before positions: an exit that comes
      // within the second finds both read.
      await broker.orders(account)
      const positions = await broker.positions(account)
      const fills = await broker.fills(account)
      const byContract = new Map<string, OpenLeg[]>()
      for (const leg of legsOf(userId)) {
        const id = instrumentId(leg.contract)
        byContract.set(id, [...(byContract.get(id) ?? []), leg])
      }
      for (const [id, legs] of byContract) {
        const held = positions.find(({ contract }) => instrumentId(contract) === id)?.netQuantity ?? 0
        const missing = legs.some((leg) => isBusy(leg.id) || this.#isBooking(leg)) ? 0 : missingOf(legs, held)
        if (this.#isSettled(`${userId} ${id}`, missing)) await this.#bookByHand(legs, missing, fills)
      }
    } catch (error) {
      log.warn({ err: error, userId }, 'what a live account holds was not read: it is looked at again')
    }
  }

  #isBooking(leg: OpenLeg): boolean {
    return openQuantityOf(leg) > (this.#leftOf.get(leg.id) ?? Infinity)
  }

  /** Whether the same units have been missing for long enough. */
  #isSettled(key: string, units: number): boolean {
    const before = this.#missing.get(key)
    const looks = before?.units === units ? before.looks + 1 : 1
    if (units === 0) this.#missing.delete(key)
    else this.#missing.set(key, { units, looks })
    return units > 0 && looks >= LOOKS
  }

  /** Books the latest fills by hand as exits of legs of one contract, as far as they say why units are missing. */
  async #bookByHand(legs: readonly OpenLeg[], missing: number, fills: readonly BrokerFill[]): Promise<void> {
    const [first] = legs
    if (!first) return
    const id = instrumentId(first.contract)
    const side = oppositeOf(first.side)
    const open = legs.map((leg) => ({ leg, units: openQuantityOf(leg) }))
    let left = missing
    for (const fill of fills.toReversed()) {
      if (isTag(fill.clientOrderId) || instrumentId(fill.contract) !== id || fill.side !== side || fill.at < first.entryTime) continue
      for (const each of open) {
        const taken = this.#taken.get(fill.fillId) ?? 0
        const units = Math.min(each.units, left, fill.quantity - taken)
        if (units <= 0) continue
        if (!(await this.#book(each.leg, fill, units, taken))) return
        this.#taken.set(fill.fillId, taken + units)
        each.units -= units
        this.#leftOf.set(each.leg.id, each.units)
        left -= units
      }
    }
    const { userId, contract } = first
    if (left > 0)
      this.#parts.log.error(
        { userId, option: contract.tradingSymbol, units: left },
        'a live account holds less than its books say, and no fill says why',
      )
  }

  /** False: it could not be stored; the next look tries again. */
  async #book(
    { id: legId, tradeId, userId, contract, side }: OpenLeg,
    { fillId, price, at }: BrokerFill,
    quantity: number,
    taken: number,
  ): Promise<boolean> {
    const { records, lane, report, log } = this.#parts
    const clientOrderId = tagOf('H', uuid())
    const slice = FIRST_SLICE + taken / contract.lotSize
    let isKept = false
    await lane.add('keep what was closed by hand', async () => {
      isKept = await records.keepExitAtBroker({
        ...{ clientOrderId, userId, legId, contract, side: oppositeOf(side), slice, quantity, reason: 'MANUAL' },
      })
    })
    if (!isKept) return false
    log.warn({ userId, tradeId, legId, option: contract.tradingSymbol, quantity }, 'a live leg was closed by hand at the broker')
    report({ type: 'filled', clientOrderId, at, fillId: taken === 0 ? fillId : `${fillId}/${taken}`, quantity, price })
    return true
  }
}

/** Units that an account has fewer than the legs of one contract, which may be bought and sold ones. */
function missingOf(legs: readonly OpenLeg[], held: number): number {
  const booked = legs.reduce((sum, leg) => sum + signOf(leg.side) * openQuantityOf(leg), 0)
  return Math.max(0, booked > 0 ? booked - Math.max(0, held) : Math.min(0, held) - booked)
}
