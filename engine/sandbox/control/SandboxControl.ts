import { paise, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { Fault, FaultInput, FaultName } from '../faults/Fault.ts'
import { convertPosition, type ConversionWish } from '../orders/convertPosition.ts'
import { bustFill, fillLate, vanishOrder } from '../orders/incidents.ts'
import type { Ledger } from '../orders/Ledger.ts'
import type { Product, SandboxFill, SandboxOrder, Side } from '../orders/Order.ts'
import type { OrderDesk } from '../desk/OrderDesk.ts'
import { netUnits, type Position } from '../orders/positions.ts'
import type { Access } from '../access/Access.ts'

/** An order that somebody gives by hand in the broker's app: at the market, filled at once. */
export interface HandOrder {
  readonly exchange: 'NFO' | 'BFO'
  readonly token: string
  readonly side: Side
  /** Units, not lots. */
  readonly units: number
  readonly product: Product
}

/** What a test does to the sandbox and sees of it. What it sees is the truth, whatever the books show. */
export class SandboxControl {
  readonly #desk: OrderDesk
  readonly #access: Access
  readonly #dropSockets: (clientCode: string | null) => void

  constructor(desk: OrderDesk, access: Access, dropSockets: (clientCode: string | null) => void) {
    this.#desk = desk
    this.#access = access
    this.#dropSockets = dropSockets
  }

  /** The judge: every call on an order and every change of one. Brought to the present by `now`. */
  get ledger(): Ledger {
    return this.#records.ledger
  }

  /** Market time; everything due by then is done. */
  now(): Instant {
    return this.#desk.now()
  }

  setFault(fault: FaultInput): void {
    this.#desk.faults.set(fault)
  }

  /** Faults of a name; all of them without one. */
  clearFaults(name?: FaultName): void {
    this.#desk.faults.clear(name)
  }

  get faults(): readonly Fault[] {
    return this.#desk.faults.active
  }

  /** Multiplies all limits on calls; 1: as the broker has them. */
  scaleLimits(factor: number): void {
    this.#access.limiter.scale(factor)
  }

  /** Ends all sessions of a client: his tokens are invalid (AG8001). */
  killTokens(clientCode: string): void {
    this.#access.sessions.closeAll(clientCode)
  }

  /** When a client tried to sign in, in real time, refused tries included. */
  signInTries(clientCode: string): readonly Instant[] {
    return this.#access.signInTries(clientCode)
  }

  /** Breaks feed and order-status connections; null: of everybody. */
  dropSockets(clientCode: string | null): void {
    this.#dropSockets(clientCode)
  }

  /** The exchange annuls a fill; false when there is none of that id. */
  bustFill(fillId: string): boolean {
    return bustFill(this.#records, fillId, this.now())
  }

  /** Trades units of an order that is cancelled; false when it is not, or not with so many. */
  fillLate(orderId: string, units: number, price: Paise): boolean {
    return fillLate(this.#records, orderId, units, price, this.now())
  }

  /** Takes an order off the exchange and all books without an update; false when it is done. */
  vanishOrder(orderId: string): boolean {
    return vanishOrder(this.#records, orderId, this.now())
  }

  /** Quotes a contract, with so many units on either side; from then on nothing else trades it. Throws a RangeError when it is not traded. */
  quote({ exchange, token }: Pick<HandOrder, 'exchange' | 'token'>, last: Paise, units: number): void {
    const option = this.#desk.option(exchange, token)
    if (!option) throw new RangeError(`${exchange} ${token} is not traded today`)
    const at = this.now()
    this.#desk.market.hold(option, last, at)
    const side = units === 0 ? [] : [{ price: last, quantity: units, orders: 1 }]
    this.#desk.exchange.quote(option, { at, last, depth: { buys: side, sells: side } })
  }

  /** The client trades by hand in the broker's app. Throws a RangeError for a contract that is not traded. */
  tradeByHand(clientCode: string, { exchange, token, side, units, product }: HandOrder): SandboxOrder {
    const option = this.#desk.option(exchange, token)
    if (!option) throw new RangeError(`${exchange} ${token} is not traded today`)
    const now = this.now()
    const [price, tag] = [paise(0), ''] as const
    const terms = { exchange, token, tradingSymbol: option.tradingSymbol, side, product, quantity: units, tag } as const
    const order = this.#desk.exchange.place(clientCode, { ...terms, orderType: 'MARKET', price, triggerPrice: price }, 'app', now)
    this.#note(clientCode, 'placeOrder', order.orderId, terms)
    return order
  }

  /** The client closes by hand all that he holds of a contract. Returns the orders that did; none when nothing was open. */
  closeByHand(clientCode: string, token: string): SandboxOrder[] {
    return this.positions(clientCode).flatMap((position) => {
      const net = netUnits(position)
      if (position.token !== token || net === 0) return []
      const { exchange, product } = position
      return [this.tradeByHand(clientCode, { exchange, token, product, side: net > 0 ? 'SELL' : 'BUY', units: Math.abs(net) })]
    })
  }

  /** The client cancels an order by hand; false when it is not his or at its end. */
  cancelByHand(clientCode: string, orderId: string): boolean {
    if (!this.#desk.orderOf(clientCode, orderId) || !this.#desk.exchange.cancel(orderId, this.now()).ok) return false
    this.#note(clientCode, 'cancelOrder', orderId, { orderId })
    return true
  }

  /** The client converts units of a position by hand; false when he cannot. */
  convertByHand(wish: ConversionWish): boolean {
    if (!convertPosition(this.#records, wish, this.now()).ok) return false
    this.#desk.note({ clientCode: wish.clientCode, via: 'app', call: 'convertPosition', request: wish, outcome: 'accepted' })
    return true
  }

  /** Today's orders of a client, hidden ones too; vanished ones not. */
  orders(clientCode: string): SandboxOrder[] {
    return this.#desk.book.ordersAt(clientCode, Infinity)
  }

  /** Today's fills of a client without the annulled ones. */
  fills(clientCode: string): SandboxFill[] {
    return this.#desk.book.fills(clientCode)
  }

  positions(clientCode: string): Position[] {
    return this.#desk.book.positions(clientCode)
  }

  get #records() {
    return this.#desk.exchange.records
  }

  #note(clientCode: string, call: 'placeOrder' | 'cancelOrder', orderId: string, request: unknown): void {
    this.#desk.note({ clientCode, via: 'app', call, orderId, request, outcome: 'accepted' })
  }
}
