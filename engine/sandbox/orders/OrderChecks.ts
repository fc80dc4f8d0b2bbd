import type { Paise } from '../../../schema/money.ts'
import { istDate, type Instant } from '../../../schema/time.ts'
import type { OptionInstrument } from '../market/Instrument.ts'
import { checkOrder, outsidePriceBand } from './checkOrder.ts'
import type { DayBook } from './DayBook.ts'
import type { ExchangeFaults } from './ExchangeFaults.ts'
import { fundsAt } from './fundsAt.ts'
import { couldTrade } from './matchOrder.ts'
import type { OrderTerms, SandboxOrder } from './Order.ts'
import type { OrderMarket } from './OrderMarket.ts'

/** What broker and exchange have against an order, in their words. */
export class OrderChecks {
  readonly #market: OrderMarket
  readonly #book: DayBook
  readonly #faults: ExchangeFaults

  constructor(market: OrderMarket, book: DayBook, faults: ExchangeFaults) {
    this.#market = market
    this.#book = book
    this.#faults = faults
  }

  /** What the exchange says at once about the price of a limit order or its change; null: nothing. */
  priceRefusal(clientCode: string, terms: Pick<OrderTerms, 'exchange' | 'token' | 'orderType' | 'price'>, now: Instant): string | null {
    const option = this.#market.option(terms.exchange, terms.token, istDate(now))
    return option && terms.orderType === 'LIMIT' ? this.outsideBand(clientCode, terms.price, option, now) : null
  }

  /** Why a limit lies outside what the exchange takes of a contract at a moment; null when it does not. */
  outsideBand(clientCode: string, price: Paise, option: OptionInstrument, at: Instant): string | null {
    return outsidePriceBand(price, this.#market.priceBand(option, at, this.#faults.protectsPrices(clientCode)))
  }

  /** Why an order cannot be taken at a moment; null when it can. `instead`: the order that it is a change of. */
  rejection(order: SandboxOrder, option: OptionInstrument, at: Instant, instead?: SandboxOrder): string | null {
    const { clientCode } = order
    const reason = checkOrder(order, this.#market.rulesFor(option, at)) ?? this.priceRefusal(clientCode, order, at)
    if (reason !== null) return reason
    const halt = this.#faults.halt(clientCode, option)
    if (halt && halt.refusal !== null) return halt.refusal
    const more = order.quantity - (instead?.quantity ?? 0)
    if (more <= 0) return null
    const availableWith = (orders: readonly SandboxOrder[]) =>
      fundsAt(this.#book, this.#market, clientCode, at, this.#faults.stopsTakeMargin(clientCode), orders).available
    const after = availableWith([{ ...order, quantity: more, filled: 0 }])
    // What lowers the margin is taken from who has too little, too.
    if (after >= 0 || after >= availableWith([])) return null
    return `Insufficient funds: the order lacks ${(-after / 100).toFixed(2)}`
  }

  /** What an order is told that would trade with another one of its client; null when it would not, or may. */
  selfTrade(order: SandboxOrder): string | null {
    const text = this.#faults.selfTradeText(order.clientCode)
    if (text === null) return null
    const { orderId, clientCode, token } = order
    const others = this.#book.live().filter((each) => each.clientCode === clientCode && each.token === token && each.orderId !== orderId)
    return others.some((other) => other.resting === 'open' && couldTrade(order, other)) ? text : null
  }
}
