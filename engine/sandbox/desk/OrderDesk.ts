import { istDate, type Instant } from '../../../schema/time.ts'
import type { Faults } from '../faults/Faults.ts'
import type { DayBook } from '../orders/DayBook.ts'
import { fundsAt } from '../orders/fundsAt.ts'
import type { Funds } from '../orders/funds.ts'
import type { CallOutcome, OrderCall } from '../orders/LedgerEntry.ts'
import type { OrderSource, SandboxFill, SandboxOrder } from '../orders/Order.ts'
import type { OrderExchange } from '../orders/OrderExchange.ts'
import type { OrderMarket } from '../orders/OrderMarket.ts'
import type { Position } from '../orders/positions.ts'

export interface CallNote {
  readonly clientCode: string
  /** Defaults to `api`. */
  readonly via?: OrderSource
  readonly call: OrderCall
  readonly request: unknown
  readonly outcome: CallOutcome
  readonly orderId?: string | null
  readonly tag?: string | null
  readonly message?: string
  readonly fault?: string | null
}

/** The exchange with its clock: every call first advances it to the present moment. */
export class OrderDesk {
  readonly market: OrderMarket
  readonly faults: Faults
  readonly #exchange: OrderExchange
  readonly #marketNow: () => Instant
  #stoppedAt: Instant | null = null

  constructor(exchange: OrderExchange, market: OrderMarket, faults: Faults, marketNow: () => Instant) {
    this.#exchange = exchange
    this.market = market
    this.faults = faults
    this.#marketNow = marketNow
  }

  /** Market time, with everything done that is due by then; once stopped, the time of the stop. */
  now(): Instant {
    if (this.#stoppedAt !== null) return this.#stoppedAt
    const now = this.#marketNow()
    this.#exchange.advance(now)
    return now
  }

  /** Freezes the exchange: later calls no longer change its files. */
  stop(): void {
    this.#stoppedAt = this.now()
  }

  /** Brought to the present. */
  get exchange(): OrderExchange {
    this.now()
    return this.#exchange
  }

  get book(): DayBook {
    return this.exchange.records.book
  }

  orders(clientCode: string): SandboxOrder[] {
    return this.book.ordersAt(clientCode, this.#shownAt(clientCode))
  }

  fills(clientCode: string): SandboxFill[] {
    return this.book.fillsAt(clientCode, this.#shownAt(clientCode))
  }

  positions(clientCode: string): Position[] {
    return this.book.positionsAt(clientCode, this.#shownAt(clientCode))
  }

  funds(clientCode: string): Funds {
    return fundsAt(this.book, this.market, clientCode, this.now(), this.faults.stopsTakeMargin(clientCode))
  }

  /** The order of an id, if it is that client's and of today. */
  orderOf(clientCode: string, orderId: string): SandboxOrder | null {
    const order = this.book.order(orderId)
    return order?.clientCode === clientCode ? order : null
  }

  /** The option that is traded under a token today. */
  option(exchange: 'NFO' | 'BFO', token: string) {
    return this.market.option(exchange, token, istDate(this.now()))
  }

  /** Writes a call into the ledger. */
  note({ orderId = null, tag = null, message = '', fault = null, ...note }: CallNote): void {
    const now = this.now()
    this.#exchange.records.write({ kind: 'call', via: 'api', ...note, orderId, tag, message, fault }, now)
  }

  /** The moment that a client's books show: an earlier one while they lag. */
  #shownAt(clientCode: string): Instant {
    return this.now() - (this.faults.state('bookLag', clientCode)?.milliseconds ?? 0)
  }
}
