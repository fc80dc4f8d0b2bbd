import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import type { IndexSymbol, OptionExchange } from '../../../schema/market/indices.ts'
import type { PriceProtection } from '../../../schema/market/MarketTables.ts'
import type { MarginMarket } from '../../../schema/market/margin/estimateMargin.ts'
import { OPTION_TICK, paise, type Paise } from '../../../schema/money.ts'
import { istDate, SECOND, type Instant, type IsoDate } from '../../../schema/time.ts'
import { instrumentOf, type OptionInstrument } from '../market/Instrument.ts'
import type { SandboxMarket } from '../market/SandboxMarket.ts'
import type { IndexTick } from '../sources/candleTicks.ts'
import type { OrderRules, PriceBand } from './checkOrder.ts'
import type { Touch } from './matchOrder.ts'

/** How long a reference price of the limit price protection stands. */
const REFERENCE_TIME = 30 * SECOND

/** What BSE took in 2024 (60 %, at least ₹30); what it takes now is not known. */
const BSE_PROTECTION: Omit<PriceProtection, 'exchange' | 'from'> = { nearPaise: 50_00, amountPaise: 30_00, percent: 60 }

interface Quote {
  readonly at: Instant
  readonly last: Paise
}

/** The market as orders see it: contracts by token, and their bids and offers. */
export class OrderMarket {
  readonly #market: SandboxMarket
  /** Prices of the contracts that a test quotes, newest last: nobody else does. */
  readonly #quoted = new Map<string, Quote[]>()

  constructor(market: SandboxMarket) {
    this.#market = market
  }

  /** The option that is traded under a token on a date; null when there is none, or the token is an index's. */
  option(exchange: OptionExchange, token: string, date: IsoDate): OptionInstrument | null {
    const instrument = instrumentOf(exchange, token)
    return instrument?.kind === 'option' && this.#market.isAlive(instrument, date) ? instrument : null
  }

  /** What the feed shows of an index in a stretch of time, oldest first. */
  ticks(index: IndexSymbol, after: Instant, until: Instant): readonly IndexTick[] {
    return this.#market.ticksBetween(index, after, until)
  }

  touch(option: OptionInstrument, tick: IndexTick): Touch {
    const last = this.#quoted.get(option.token)?.at(-1)?.last
    return last === undefined ? this.#market.touch(option, tick) : { at: tick.at, last, depth: { buys: [], sells: [] } }
  }

  /** From now on only a test's quotes trade a contract; this is its last price. */
  hold({ token }: OptionInstrument, last: Paise, at: Instant): void {
    const quotes = [...(this.#quoted.get(token) ?? []), { at, last }]
    // What no half minute refers to any more is left out.
    this.#quoted.set(
      token,
      quotes.filter((_, position) => (quotes[position + 1]?.at ?? at) > at - REFERENCE_TIME),
    )
  }

  touchAt(option: OptionInstrument, at: Instant): Touch {
    return this.touch(option, this.#tickAt(option.index, at))
  }

  rulesFor(option: OptionInstrument, now: Instant): OrderRules {
    const date = istDate(now)
    return {
      now,
      session: SHIPPED_MARKET_RULES.sessionHours(date),
      lot: option.lot,
      freeze: SHIPPED_MARKET_RULES.freezeFor(option.index, date),
    }
  }

  /**
   * In the first half minute of a day the reference is its first price. `strict`: BSE protects its prices too, and a contract that a
   * test quotes has what was quoted before the half minute as its reference; else it has the last quote.
   */
  priceBand(option: OptionInstrument, now: Instant, strict: boolean): PriceBand {
    const date = istDate(now)
    const { open } = SHIPPED_MARKET_RULES.sessionHours(date)
    const referenceAt = Math.max(open, Math.floor(now / REFERENCE_TIME) * REFERENCE_TIME)
    const shipped = SHIPPED_MARKET_RULES.priceProtectionOf(option.exchange, date)
    const protection = shipped ?? (strict ? BSE_PROTECTION : null)
    const quotes = this.#quoted.get(option.token)
    const quoted = quotes?.at(-1)
    if (quotes && quoted) {
      const before = quotes.findLast(({ at }) => at <= referenceAt) ?? quotes[0]!
      const reference = strict ? before.last : quoted.last
      return { reference, protection, lowerCircuit: OPTION_TICK, upperCircuit: paise(2 * Math.max(reference, quoted.last)) }
    }
    const tick = this.#tickAt(option.index, referenceAt)
    return {
      reference: this.#market.priceAt(option, tick),
      protection,
      ...this.#market.circuitsOf(option, tick),
    }
  }

  marginMarket(index: IndexSymbol, now: Instant): MarginMarket {
    const tick = this.#tickAt(index, now)
    return { spot: tick.price, now, atmVolatility: this.#market.atmVolatility(index, tick) }
  }

  /** What a unit of an option is worth at the close of its expiry day. */
  settlement(option: OptionInstrument): Paise {
    const close = this.#market.source.close(option.index, option.expiry) ?? option.strike
    const inside = option.type === 'CE' ? close - option.strike : option.strike - close
    return paise(Math.max(0, inside))
  }

  #tickAt(index: IndexSymbol, at: Instant): IndexTick {
    const tick = this.#market.lastTick(index, at)
    if (!tick) throw new Error(`${index} has no price at ${new Date(at).toISOString()}`)
    return tick
  }
}
