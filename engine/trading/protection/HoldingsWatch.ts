import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { istDate, SECOND, type Instant } from '../../../schema/time.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { BrokerFill, ExecutionPort, OrderUpdate } from '../../broker/port.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import { openQuantityOf, oppositeOf, signOf, type OpenLeg } from '../positions/legs.ts'
import { isTag, tagOf } from '../orders/orders.ts'
import type { ExitAtBrokerRecords } from './ExitAtBroker.ts'
import { MissingUnits, missingOf } from './MissingUnits.ts'

/** Market milliseconds between two looks at an account. */
const LOOK_EVERY = 3 * SECOND
/** Looks in a row that must find the same missing: a fill of ours may be in the broker's books before it is in ours. */
const LOOKS = 2
/** The same where no fill explains it: books lag by up to ten seconds. */
const LOOKS_WITHOUT_FILL = 5
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
  /** Whether a stop rests for a leg, or perhaps does. */
  readonly isProtected: (legId: string) => boolean
  /** Closes, in the books, a leg that its account no longer holds. */
  readonly close: (leg: OpenLeg) => void
  /** Receives updates to book. */
  readonly report: (update: OrderUpdate) => void
  readonly log: Logger
}

/**
 * Notices what live accounts hold less of a contract than their legs. A fill without our tag explains it where an owner has closed it by
 * hand in the broker's app: that fill closes the leg in our books. What no fill explains was annulled, or is of a day before: the broker has
 * squared it off, or it has expired. It is no longer protected, and a leg with nothing left is closed at a price that is not known. What
 * an owner adds stays his: it is never closed here.
 */
export class HoldingsWatch {
  readonly #parts: HoldingsWatchParts
  /** By user. */
  readonly #lookedAt = new Map<string, Instant>()
  readonly #looking = new Set<string>()
  readonly #missing = new MissingUnits()
  /** Legs that their accounts are not known to have held since they were taken up. */
  readonly #unseen = new Set<string>()
  /** Fills that are booked as made by hand. */
  readonly #taken = new Map<string, number>()
  /** Units that legs have left once their reports are booked. */
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
      void this.#look(userId, now).finally(() => this.#looking.delete(userId))
    }
  }

  /** A leg was taken up from the books: an earlier engine's leg may no longer be held. The next look is due at once. */
  takeUp({ id, userId }: OpenLeg): void {
    this.#unseen.add(id)
    this.#lookedAt.delete(userId)
  }

  /** Units of an open leg that its account holds; null: not known yet, or some are missing and it is not settled why. */
  heldOf(leg: OpenLeg): number | null {
    return this.#unseen.has(leg.id) ? null : this.#missing.heldOf(leg)
  }

  async #look(userId: string, now: Instant): Promise<void> {
    const { broker, legsOf, isBusy, log } = this.#parts
    const account = { userId, mode: 'LIVE' } as const
    try {
      // Positions before fills: a fill between the reads is one that is known and not yet missed. Orders before positions: an exit that comes
      // within the second finds both read.
      const orders = await broker.orders(account)
      const positions = await broker.positions(account)
      const fills = await broker.fills(account)
      const byContract = new Map<string, [OpenLeg, ...OpenLeg[]]>()
      for (const leg of legsOf(userId)) {
        const id = instrumentId(leg.contract)
        const others = byContract.get(id)
        if (others) others.push(leg)
        else byContract.set(id, [leg])
      }
      for (const [id, legs] of byContract) {
        const held = positions.find(({ contract }) => instrumentId(contract) === id)?.netQuantity ?? 0
        if (legs.some((leg) => isBusy(leg.id) || this.#isBooking(leg))) {
          this.#missing.interrupt(legs[0])
          continue
        }
        for (const leg of legs) this.#unseen.delete(leg.id)
        const missing = missingOf(legs, held)
        const looks = this.#missing.look(legs, missing)
        if (looks < LOOKS) continue
        const unexplained = await this.#bookByHand(legs, missing, fills)
        if (unexplained < missing) this.#missing.forget(legs[0])
        else if (looks >= LOOKS_WITHOUT_FILL) {
          // The order book of a day on which a leg was opened is not empty: an empty answer proves nothing.
          const isBlank = orders.length === 0 && legs.some(({ entryTime }) => istDate(entryTime) === istDate(now))
          if (!isBlank && missingOf(legs, tradedOf(fills, id)) >= missing) this.#writeOff(legs, missing)
        }
      }
    } catch (error) {
      log.warn({ err: error, userId }, 'what a live account holds was not read: it is looked at again')
    }
  }

  #isBooking(leg: OpenLeg): boolean {
    return openQuantityOf(leg) > (this.#leftOf.get(leg.id) ?? Infinity)
  }

  /** Both books of the account agree that units are gone, unexplained by fills. A leg without units is closed once no stop of it rests. */
  #writeOff(legs: readonly [OpenLeg, ...OpenLeg[]], missing: number): void {
    const { isProtected, close, log } = this.#parts
    if (this.#missing.writeOff(legs[0]))
      log.error({ legIds: legs.map(({ id }) => id), units: missing }, 'a live account holds less than its books say, and no fill says why')
    for (const leg of legs) if (this.#missing.heldOf(leg) === 0 && !isProtected(leg.id)) close(leg)
  }

  /**
   * Books the latest fills by hand as exits of legs of one contract, as far as they say why units are missing. Returns how many units none of
   * them explains.
   */
  async #bookByHand(legs: readonly [OpenLeg, ...OpenLeg[]], missing: number, fills: readonly BrokerFill[]): Promise<number> {
    const [first] = legs
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
        if (!(await this.#book(each.leg, fill, units, taken))) return 0
        this.#taken.set(fill.fillId, taken + units)
        each.units -= units
        this.#leftOf.set(each.leg.id, each.units)
        left -= units
      }
    }
    return left
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

/** The net of a day's fills in one contract: bought less sold. */
function tradedOf(fills: readonly BrokerFill[], id: string): number {
  const ofIt = fills.filter(({ contract }) => instrumentId(contract) === id)
  return ofIt.reduce((sum, { side, quantity }) => sum + signOf(side) * quantity, 0)
}
