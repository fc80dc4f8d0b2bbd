import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { istDate, type Instant } from '../../../schema/time.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import {
  type AccountKey,
  type BrokerFill,
  type BrokerPosition,
  type ExecutionPort,
  type InstrumentKey,
  type OrderByHand,
  type OrderUpdate,
} from '../../broker/port.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { OpenLeg } from '../positions/legs.ts'
import type { AccountLook } from '../orders/AccountLook.ts'
import { openQuantityOf } from '../orders/openQuantityOf.ts'
import { oppositeOf, signOf } from '../../../schema/trading/OrderSide.ts'
import { isTag, PRODUCT, tagOf } from '../orders/orders.ts'
import { UnitLedger, type OwnOrder } from '../orders/UnitLedger.ts'
import type { ExitAtBrokerRecords } from './ExitAtBroker.ts'
import { HandFills } from './HandFills.ts'
import { countedAt, type Elsewhere } from './Elsewhere.ts'
import { keyOf, LegHoldings } from './LegHoldings.ts'
import { pieceOfFill } from './pieceOfFill.ts'

/** Looks in a row that must find the same missing: a fill of ours may be in the broker's books before it is in ours. */
const LOOKS = 2
/** The same where no fill explains it: twelve seconds at least, as books lag by up to ten. */
const LOOKS_WITHOUT_FILL = 7
/** Why units are written off. */
const UNEXPLAINED = 'a live account holds less than its books say, and no fill says why'
const CONVERTED = 'what a live account held was moved to another product by hand: it is its owner’s'
/** How often, and after how many real milliseconds, the trade book is read for a sale by hand that a frame has reported. */
const [TRIES, TRY_AGAIN] = [10, 500]
/** Exits by hand are numbered from here, apart from other exits of their legs. */
const FIRST_SLICE = 2_000

/** Open legs of one contract and side, oldest first. */
type Legs = readonly [OpenLeg, ...OpenLeg[]]

/** What an account has less of a holding than its legs. */
interface Shortfall {
  readonly missing: number
  /** The legs that lack something of it. */
  readonly lacking: readonly OpenLeg[]
  readonly fills: readonly BrokerFill[]
  /** Why it is gone for good where no fill explains it; null: that is not settled yet. */
  readonly why: string | null
}

export interface HoldingsWatchParts {
  readonly broker: Pick<ExecutionPort, 'fills'>
  readonly records: Pick<ExitAtBrokerRecords, 'keepExitAtBroker' | 'bookedByHand'>
  /** The exit lane. */
  readonly lane: JobQueue
  /** The open legs of a user that are live, oldest first, as they are now. */
  readonly legsOf: (userId: string) => readonly OpenLeg[]
  /** A user's protective stops that have not ended. */
  readonly stopsOf: (userId: string) => readonly OwnOrder[]
  /** Whether an order of a leg is under way. */
  readonly isBusy: (legId: string) => boolean
  /** Whether a stop rests for a leg, or perhaps does. */
  readonly isProtected: (legId: string) => boolean
  /** An account has only so many units of a leg any more, by what was traded by hand: no stop of it may close more. */
  readonly shrink: (legId: string, units: number) => void
  /** The owner of legs has moved what they hold to another product. Resolves once it is decided what becomes of their trades; never rejects. */
  readonly onConverted: (legs: readonly OpenLeg[]) => Promise<void>
  /** Closes, in the books, a leg that its account no longer holds. */
  readonly close: (leg: OpenLeg) => void
  /** Asks for a look at a user's account. */
  readonly lookNow: (userId: string) => void
  /** Receives updates to book. */
  readonly report: (update: OrderUpdate) => void
  readonly log: Logger
}

/**
 * Notices what live accounts hold less of a contract than their legs. A fill without our tag explains it where an owner has closed it by
 * hand in the broker's app: that fill closes the leg in our books. What no fill explains was annulled, or is of a day before: the broker has
 * squared it off, or it has expired. It is no longer protected, and a leg with nothing left is closed at a price that is not known. What
 * an owner adds stays his: it is never closed here. So does what he moves to another product: an exit of ours would open a position in its
 * own. News of an order by hand starts a look at once; what it has closed is not protected from that moment on, until a look has seen it.
 */
export class HoldingsWatch {
  readonly #parts: HoldingsWatchParts
  readonly #holdings = new LegHoldings()
  readonly #byHand = new HandFills()
  #now: Instant
  /** By user: what was held in another product when nothing of the legs was missing, by holding. */
  readonly #elsewhere = new Map<string, ReadonlyMap<string, Elsewhere>>()
  /** Legs that their accounts are not known to hold, by the market time since when: a look that began later settles it. */
  readonly #unseen = new Map<string, Instant>()
  /** Holdings of which a sale by hand is being stored. */
  readonly #storing = new Set<string>()
  /** Holdings of which it is being decided what becomes of units that were moved to another product. */
  readonly #deciding = new Set<string>()
  /** Units of fills that are booked as made by hand, as far as was asked on this market day: trade books go no further back. */
  readonly #taken = new Map<string, number>()
  /** Units of legs that are closed once what was sold by hand of them is booked, on this market day: intraday legs do not outlive it. */
  readonly #exited = new Map<string, number>()

  /** `now`: market time. */
  constructor(parts: HoldingsWatchParts, now: Instant) {
    this.#parts = parts
    this.#now = now
  }

  /** Market time advanced. */
  onTime(now: Instant): void {
    if (istDate(now) !== istDate(this.#now)) {
      this.#taken.clear()
      this.#exited.clear()
      this.#elsewhere.clear()
    }
    this.#now = now
  }

  /** A leg was taken up from the books: an earlier engine's leg may no longer be held. */
  takeUp({ id, userId }: OpenLeg): void {
    this.#unseen.set(id, -Infinity)
    this.#elsewhere.delete(userId)
  }

  /** The broker's books have had less of a user's leg than an exit was to close. Nothing is placed for it before a look has counted again. */
  doubt(userId: string, legId: string): void {
    this.#unseen.set(legId, this.#now)
    this.#parts.lookNow(userId)
  }

  /** News of an order by hand. */
  hear({ userId }: Pick<AccountKey, 'userId'>, order: OrderByHand): void {
    const legs = this.#parts.legsOf(userId).filter((leg) => isSameContract(leg, order))
    if (isTag(order.clientOrderId) || legs.length === 0) return
    this.#parts.lookNow(userId)
    if (order.product !== PRODUCT || order.filled === 0) return
    for (const ofIt of holdingsOf(legs)) {
      if (ofIt[0].side === order.side) this.#byHand.opened(ofIt[0], order, this.#now)
      else {
        this.#byHand.closed(ofIt, order, this.#now)
        for (const leg of ofIt) this.#parts.shrink(leg.id, this.unitsOf(leg) - this.#byHand.of(leg))
      }
    }
  }

  /** Whether more of a leg is sold by hand than a fill of an order of ours has left it. */
  isBeyond(leg: OpenLeg, units: number): boolean {
    return units > this.unitsOf(leg) - this.#byHand.of(leg)
  }

  /** Units of a leg that are open, without those whose sale by hand is being booked. */
  unitsOf({ id, quantity, exitQuantity }: OpenLeg): number {
    return quantity - Math.max(exitQuantity, this.#exited.get(id) ?? 0)
  }

  /** Books what was sold by hand of a leg as soon as the trade book has it. Resolves after five seconds at the latest. Never rejects. */
  async bookSold({ userId, contract, side }: OpenLeg): Promise<void> {
    const { broker, legsOf, log } = this.#parts
    for (let i = 0; i < TRIES; i++) {
      const [ofIt] = holdingsOf(legsOf(userId).filter((leg) => leg.side === side && isSameContract(leg, { contract })))
      const units = ofIt ? this.#byHand.ofAll(ofIt) : 0
      if (!ofIt || units === 0) return
      try {
        if ((await this.#bookByHand(ofIt, units, await broker.fills({ userId, mode: 'LIVE' }))) === 0) return
      } catch (error) {
        log.warn({ err: error, userId }, 'what was sold by hand was not read: it is read again')
      }
      await sleep(TRY_AGAIN, undefined, { ref: false })
    }
  }

  /** Units of an open leg that its account holds; null: not known yet, or some are missing and it is not settled why. */
  heldOf(leg: OpenLeg): number | null {
    const held = this.#unseen.has(leg.id) ? null : this.#holdings.heldOf(leg)
    return held === null ? null : Math.max(0, Math.min(held, this.unitsOf(leg)) - this.#byHand.of(leg))
  }

  /** Whether an account holds fewer units than a leg, by the last look or by news of an order by hand, or is not known to hold any. */
  misses(leg: OpenLeg): boolean {
    return (
      this.#unseen.has(leg.id) || this.#byHand.of(leg) > 0 || this.#isBooking(leg) || this.#holdings.heldOf(leg) !== openQuantityOf(leg)
    )
  }

  /** A look at an account: of each holding it tells what is missing, and what that means once enough looks in a row agree. */
  onLook(look: AccountLook): void {
    const { legsOf, stopsOf, isBusy } = this.#parts
    const { userId, orders, positions, fills } = look
    const legs = legsOf(userId)
    if (legs.length === 0) {
      this.#elsewhere.delete(userId)
      this.#byHand.forget(userId)
      return
    }
    const ledger = new UnitLedger(legs, stopsOf(userId), { orders, positions })
    // The same by the other book.
    const traded = new UnitLedger(legs, [], { orders, positions: fills.map(tradedIn) })
    const elsewhereBefore = this.#elsewhere.get(userId)
    const elsewhere = new Map<string, Elsewhere>()
    this.#elsewhere.set(userId, elsewhere)
    for (const ofIt of holdingsOf(legs)) {
      const [first] = ofIt
      const { contract, side } = first
      const before = elsewhereBefore?.get(keyOf(first))
      if (before !== undefined) elsewhere.set(keyOf(first), before)
      const isOpenHere = (leg: OpenLeg) => isSameContract(leg, first) && (isBusy(leg.id) || this.#isBooking(leg))
      if (this.#storing.has(keyOf(first)) || legs.some(isOpenHere)) {
        this.#holdings.interrupt(first)
        continue
      }
      const isTakenUp = ofIt.some(({ id }) => this.#unseen.get(id) === -Infinity)
      for (const { id } of ofIt) if ((this.#unseen.get(id) ?? Infinity) < look.at) this.#unseen.delete(id)
      const missing = ledger.missing(contract, side)
      const missingOfLegs = ledger.missingOfLegs(contract, side)
      const looks = this.#holdings.look(first, look, missing, missingOfLegs)
      this.#byHand.seen(first, orders, ledger.opposed({ tradeId: null, contract, side: oppositeOf(side) }).byHand, look.at)
      // Without what was traded in that product: units that were moved there may have been sold since.
      const other = ledger.elsewhere(contract, side) - traded.elsewhere(contract, side)
      const moved = other - (before?.units ?? 0)
      const counted = countedAt(before, missing === 0 ? other : null, look)
      if (counted) elsewhere.set(keyOf(first), counted)
      // What was moved to another product is no stop's to sell, from the first look on, after a start as well.
      if (missing > 0 && (before !== undefined || isTakenUp) && moved >= missing)
        for (const leg of ofIt) this.#parts.shrink(leg.id, openQuantityOf(leg) - (missingOfLegs.get(leg.id) ?? 0))
      if (looks < LOOKS) continue
      const isLong = looks >= LOOKS_WITHOUT_FILL
      // Where nobody has seen how much was there before, it takes as many looks as units without an explanation do.
      const isConverted =
        (moved >= missing && (before !== undefined || isLong)) || (isLong && before !== undefined && other - before.least >= missing)
      // The order book of a day on which a leg was opened is not empty: an empty answer proves nothing.
      const isBlank = orders.length === 0 && ofIt.some(({ entryTime }) => istDate(entryTime) === istDate(look.at))
      const isGone = isLong && !isBlank && traded.missing(contract, side) >= missing
      const lacking = ofIt.filter(({ id }) => (missingOfLegs.get(id) ?? 0) > 0)
      void this.#explain(ofIt, { missing, lacking, fills, why: isConverted ? CONVERTED : isGone ? UNEXPLAINED : null })
    }
  }

  /** Books what is missing of a holding as sold by hand, as far as fills say so, and writes it off where none does. */
  async #explain(legs: Legs, { missing, lacking, fills, why }: Shortfall): Promise<void> {
    const unexplained = await this.#bookByHand(legs, missing, fills)
    if (unexplained < missing) this.#holdings.forget(legs[0])
    else if (why !== null) {
      if (why === CONVERTED && !(await this.#isDecided(legs[0], lacking))) return
      // Something else may be missing by now.
      if (this.#holdings.missingOf(legs[0]) !== missing) return
      this.#writeOff(legs, missing, why)
    }
  }

  /** Has it decided, once, what becomes of trades whose units were moved. False: that is under way, and a later look goes on. */
  async #isDecided(holding: OpenLeg, lacking: readonly OpenLeg[]): Promise<boolean> {
    const key = keyOf(holding)
    if (this.#holdings.isGone(holding)) return true
    if (this.#deciding.has(key)) return false
    this.#deciding.add(key)
    await this.#parts.onConverted(lacking)
    this.#deciding.delete(key)
    return true
  }

  #isBooking(leg: OpenLeg): boolean {
    return openQuantityOf(leg) > this.unitsOf(leg)
  }

  /** Units are gone for good. A leg without units is closed once no stop of it rests. */
  #writeOff(legs: Legs, missing: number, why: string): void {
    const { isProtected, close, log } = this.#parts
    if (this.#holdings.writeOff(legs[0])) log.error({ legIds: legs.map(({ id }) => id), units: missing }, why)
    for (const leg of legs) if (this.#holdings.heldOf(leg) === 0 && !isProtected(leg.id)) close(leg)
  }

  /**
   * Books the latest fills by hand as exits of legs of one contract, as far as they say why units are missing. Returns how many units none of
   * them explains; all, while others of theirs are being stored.
   */
  async #bookByHand(legs: Legs, missing: number, fills: readonly BrokerFill[]): Promise<number> {
    const key = keyOf(legs[0])
    if (this.#storing.has(key)) return missing
    this.#storing.add(key)
    try {
      return await this.#bookLatest(legs, missing, fills)
    } finally {
      this.#storing.delete(key)
    }
  }

  async #bookLatest(legs: Legs, missing: number, fills: readonly BrokerFill[]): Promise<number> {
    const [first] = legs
    const id = instrumentId(first.contract)
    const side = oppositeOf(first.side)
    const open = legs.map((leg) => ({ leg, units: this.unitsOf(leg) }))
    let left = missing
    for (const fill of fills.toReversed()) {
      const { clientOrderId, contract, product } = fill
      if (isTag(clientOrderId) || product !== PRODUCT || instrumentId(contract) !== id || fill.side !== side || fill.at < first.entryTime)
        continue
      for (const each of open) {
        if (each.units === 0 || left === 0) continue
        const taken = await this.#takenOf(fill.fillId)
        if (taken === null) return 0
        const units = Math.min(each.units, left, fill.quantity - taken)
        if (units <= 0) continue
        if (!(await this.#book(each.leg, fill, units, taken))) return 0
        this.#taken.set(fill.fillId, taken + units)
        each.units -= units
        this.#exited.set(each.leg.id, each.leg.quantity - each.units)
        left -= units
      }
    }
    return left
  }

  /** Units of a fill that are booked, by an earlier engine too; null: that could not be read, and the next look tries again. */
  async #takenOf(fillId: string): Promise<number | null> {
    const known = this.#taken.get(fillId)
    if (known !== undefined) return known
    const { records, lane } = this.#parts
    await lane.add('read what is booked by hand', async () => void this.#taken.set(fillId, await records.bookedByHand(fillId)))
    return this.#taken.get(fillId) ?? null
  }

  /** False: it could not be stored; the next look tries again. */
  async #book(leg: OpenLeg, { fillId, price, at }: BrokerFill, quantity: number, taken: number): Promise<boolean> {
    const { records, lane, report, log } = this.#parts
    const { id: legId, tradeId, userId, contract, side } = leg
    const clientOrderId = tagOf('H', uuid())
    // No two open exits of a leg have one number: each begins where the units end that are closed before it.
    const slice = FIRST_SLICE + (leg.quantity - this.unitsOf(leg)) / contract.lotSize
    let isKept = false
    await lane.add('keep what was closed by hand', async () => {
      isKept = await records.keepExitAtBroker({
        ...{ clientOrderId, userId, legId, contract, side: oppositeOf(side), slice, quantity, reason: 'MANUAL' },
      })
    })
    if (!isKept) return false
    log.warn({ userId, tradeId, legId, option: contract.tradingSymbol, quantity }, 'a live leg was closed by hand at the broker')
    report({ type: 'filled', clientOrderId, at, fillId: pieceOfFill(fillId, taken), quantity, price })
    return true
  }
}

/** The legs of each contract and side. */
function holdingsOf(legs: readonly OpenLeg[]): Iterable<Legs> {
  const holdings = new Map<string, [OpenLeg, ...OpenLeg[]]>()
  for (const leg of legs) {
    const others = holdings.get(keyOf(leg))
    if (others) others.push(leg)
    else holdings.set(keyOf(leg), [leg])
  }
  return holdings.values()
}

function isSameContract(one: OpenLeg, other: { readonly contract: InstrumentKey }): boolean {
  return instrumentId(one.contract) === instrumentId(other.contract)
}

/** What a fill adds to the positions. */
function tradedIn({ contract, product, side, quantity }: BrokerFill): BrokerPosition {
  return { contract, product, netQuantity: signOf(side) * quantity }
}
