import type { OrderPurpose } from '../../../schema/trading/OrderPurpose.ts'
import { oppositeOf, signOf, type OrderSide } from '../../../schema/trading/OrderSide.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import {
  mayTrade,
  type BrokerOrder,
  type BrokerPosition,
  type InstrumentKey,
  type OptionContract,
  type Product,
} from '../../broker/port.ts'
import { openQuantityOf } from './openQuantityOf.ts'
import { isEntryTag, isTag, PRODUCT } from './orders.ts'

/** An open leg, as far as units are concerned. */
export interface LegUnits {
  readonly id: string
  readonly tradeId: string
  readonly contract: OptionContract
  /** The side that opened it. */
  readonly side: OrderSide
  /** Units opened, and units closed again. */
  readonly quantity: number
  readonly exitQuantity: number
}

/** An order of ours that may be at the broker: an entry, an exit, a protective stop or a closing order. */
export interface OwnOrder {
  readonly clientOrderId: string
  /** Null of a protective stop and of a closing order, which open nothing. */
  readonly tradeId: string | null
  /** Null of a closing order. */
  readonly legId: string | null
  readonly contract: InstrumentKey
  readonly side: OrderSide
  readonly purpose: OrderPurpose
  readonly quantity: number
  /** Units of it that its leg has in our books. */
  readonly booked: number
}

/** An order that wants to close a leg, or to open one. */
export interface Wanted extends Pick<OwnOrder, 'clientOrderId' | 'side' | 'quantity'> {
  readonly tradeId: string
  readonly legId: string
  readonly contract: OptionContract
}

/** What an account's books at the broker show. */
export interface AccountBook {
  readonly orders: readonly BrokerOrder[]
  readonly positions: readonly BrokerPosition[]
}

/** Where nothing is asked that only the broker's books answer. */
export const NO_BOOK: AccountBook = { orders: [], positions: [] }

/** Units of the other side of a contract: of other trades of ours, and by hand. */
export interface Opposed {
  readonly ours: number
  readonly byHand: number
}

/**
 * Whose the units of one account are, in the product of our orders. The broker nets: a bought and a sold leg of one option show as nothing
 * there. So what a leg has is its own fills in our books, and what the broker's net lacks or exceeds all our legs was traded by hand. What
 * was sold by hand closes bought legs before it is a short position of its owner's, and the other way round. Orders that wait by hand are not
 * the ledger's: which of them are sales under way depends on the market (`HandOrders`).
 */
export class UnitLedger {
  readonly #legs: readonly LegUnits[]
  readonly #own: readonly OwnOrder[]
  /** That are about to be sent: in no book. */
  readonly #next: readonly OwnOrder[]
  readonly #book: AccountBook
  readonly #orders: ReadonlyMap<string, BrokerOrder>

  /** `legs`: oldest first. `own`: of the account's; those that ended before and are booked may be missing. */
  constructor(legs: readonly LegUnits[], own: readonly OwnOrder[], book: AccountBook, next: readonly OwnOrder[] = []) {
    this.#legs = legs
    this.#own = own
    this.#next = next
    this.#book = book
    this.#orders = new Map(book.orders.map((order) => [order.clientOrderId, order]))
  }

  /**
   * How many units an exit may close now: whole lots that its leg has, the account holds and no other order of ours closes. `byHand`: units
   * that are being closed by hand.
   */
  closable(exit: Wanted, byHand = 0): number {
    const { clientOrderId, contract, quantity } = exit
    const others = [...this.#own, ...this.#next].filter((order) => order.clientOrderId !== clientOrderId && order.purpose === 'EXIT')
    const leg = this.#legs.find(({ id }) => id === exit.legId)
    const ofLeg = others.filter(({ legId }) => legId === exit.legId).reduce((sum, order) => sum + this.#claimed(order), 0)
    const left = leg ? openQuantityOf(leg) - ofLeg : 0
    const units = Math.max(0, Math.min(quantity, left, this.held(contract, oppositeOf(exit.side)) - byHand - this.#closing(exit, others)))
    return units - (units % contract.lotSize)
  }

  /** Units that the account holds for our legs of a contract that were opened by `side`; never more than those legs have. */
  held(contract: InstrumentKey, side: OrderSide): number {
    // What the broker says, without what is of other legs: sold ones that are surely open, and entries that are not booked yet.
    const units = signOf(side) * this.#net(contract) - this.#unbooked(contract, side, 'ENTRY') + this.#surely(contract, oppositeOf(side))
    return Math.min(Math.max(0, units), this.#open(contract, side))
  }

  /** Units that the account holds fewer than our legs of a contract that were opened by `side`. */
  missing(contract: InstrumentKey, side: OrderSide): number {
    return this.#open(contract, side) - this.held(contract, side)
  }

  /** The same by leg: what is missing is of those that were opened first. */
  missingOfLegs(contract: InstrumentKey, side: OrderSide): ReadonlyMap<string, number> {
    let left = this.missing(contract, side)
    const missing = new Map<string, number>()
    for (const leg of this.#legs) {
      if (leg.side !== side || !isSame(leg.contract, contract)) continue
      const its = Math.min(left, openQuantityOf(leg))
      missing.set(leg.id, its)
      left -= its
    }
    return missing
  }

  /** Units of a contract that the account holds in another product, in the direction of a side; negative: against it. */
  elsewhere(contract: InstrumentKey, side: OrderSide): number {
    return signOf(side) * this.#net(contract, (product) => product !== PRODUCT)
  }

  /** What the account has of the side opposite to an entry's, its own trade aside; `tradeId` null: of a trade to come. */
  opposed({ tradeId, contract, side }: Pick<OwnOrder, 'tradeId' | 'contract' | 'side'>): Opposed {
    const other = oppositeOf(side)
    const isOther = (each: { readonly contract: InstrumentKey; readonly side: OrderSide; readonly tradeId: string | null }) =>
      (tradeId === null || each.tradeId !== tradeId) && each.side === other && isSame(each.contract, contract)
    const legs = this.#legs.filter(isOther).reduce((sum, leg) => sum + openQuantityOf(leg), 0)
    const entries = [...this.#own, ...this.#next].filter((order) => order.purpose === 'ENTRY' && isOther(order))
    const ours = legs + entries.reduce((sum, order) => sum + this.#claimed(order), 0)
    const known = this.#open(contract, other) + this.#unbooked(contract, other, 'ENTRY') - this.#unbooked(contract, side, 'EXIT')
    return { ours, byHand: Math.max(0, signOf(other) * this.#net(contract) - known) }
  }

  /** The same with an order of ours that is about to be sent: the broker's books were read before it. */
  before(order: OwnOrder): UnitLedger {
    return new UnitLedger(this.#legs, this.#own, this.#book, [...this.#next, order])
  }

  /** Of orders of ours that close the same side as an exit, what may still trade. */
  #closing({ contract, side, clientOrderId }: Wanted, others: readonly OwnOrder[]): number {
    const unseen = others.filter(
      (order) => order.side === side && isSame(order.contract, contract) && !this.#orders.has(order.clientOrderId),
    )
    const shown = this.#waiting(contract, side).filter((order) => order.clientOrderId !== clientOrderId && this.#isExit(order))
    return (
      unseen.reduce((sum, order) => sum + this.#claimed(order), 0) +
      shown.reduce((sum, { quantity, filledQuantity }) => sum + quantity - filledQuantity, 0)
    )
  }

  #waiting(contract: InstrumentKey, side: OrderSide): BrokerOrder[] {
    return this.#book.orders.filter(
      (order) => mayTrade(order) && order.product === PRODUCT && order.side === side && isSame(order.contract, contract),
    )
  }

  #isExit({ clientOrderId }: BrokerOrder): boolean {
    const own = this.#own.find((order) => order.clientOrderId === clientOrderId)
    return own ? own.purpose === 'EXIT' : isTag(clientOrderId) && !isEntryTag(clientOrderId)
  }

  /** Bought less sold. */
  #net(contract: InstrumentKey, counts = (product: Product) => product === PRODUCT): number {
    const ofIt = this.#book.positions.filter((position) => counts(position.product) && isSame(position.contract, contract))
    return ofIt.reduce((sum, { netQuantity }) => sum + netQuantity, 0)
  }

  #open(contract: InstrumentKey, side: OrderSide): number {
    const ofIt = this.#legs.filter((leg) => leg.side === side && isSame(leg.contract, contract))
    return ofIt.reduce((sum, leg) => sum + openQuantityOf(leg), 0)
  }

  /** Units of legs that no exit of theirs can have closed in the broker's positions. */
  #surely(contract: InstrumentKey, side: OrderSide): number {
    const exits = this.#ordersOf(contract, oppositeOf(side), 'EXIT')
    const closed = exits.reduce(
      (sum, order) => sum + (this.#orders.has(order.clientOrderId) ? this.#filled(order) : this.#claimed(order)),
      0,
    )
    return Math.max(0, this.#open(contract, side) + this.#unbooked(contract, side, 'ENTRY') - closed)
  }

  /** Units that orders have filled by the broker's book, and that are not in ours. */
  #unbooked(contract: InstrumentKey, side: OrderSide, purpose: OrderPurpose): number {
    return this.#ordersOf(contract, side, purpose).reduce((sum, order) => sum + this.#filled(order), 0)
  }

  #ordersOf(contract: InstrumentKey, side: OrderSide, purpose: OrderPurpose): OwnOrder[] {
    return this.#own.filter((order) => order.purpose === purpose && order.side === side && isSame(order.contract, contract))
  }

  #filled({ clientOrderId, booked }: OwnOrder): number {
    return Math.max(0, (this.#orders.get(clientOrderId)?.filledQuantity ?? 0) - booked)
  }

  /** Units that an order may yet move in our books. */
  #claimed(order: OwnOrder): number {
    const shown = this.#orders.get(order.clientOrderId)
    if (!shown) return Math.max(0, order.quantity - order.booked)
    return mayTrade(shown) ? Math.max(0, shown.quantity - order.booked) : this.#filled(order)
  }
}

function isSame(one: InstrumentKey, other: InstrumentKey): boolean {
  return instrumentId(one) === instrumentId(other)
}
