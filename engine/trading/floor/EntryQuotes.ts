import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { Paise } from '../../../schema/money.ts'
import type { LegRule, PositionRule } from '../../../schema/rules/PositionRule.ts'
import { istDate, type Instant } from '../../../schema/time.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { OptionContract, Tick } from '../../broker/port.ts'
import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import { chooseContract } from '../signals/chooseContract.ts'
import { isFreshQuote } from '../orders/quoteAge.ts'
import { choicesFor } from '../positions/choicesFor.ts'
import { chooseLegs } from '../positions/chooseLegs.ts'
import { optionChain } from '../positions/optionChain.ts'
import type { QuoteWatch } from './QuoteWatch.ts'

/** Strikes on each side of the money that are watched: about as far as an index moves within a bar. */
const STRIKES_AROUND = 2
/** Contracts of an index that are kept to the close, the last chosen ones: many more than the strategies of a day choose. */
const MOST_KEPT = 200

interface Quote {
  /** What a unit costs to buy. */
  readonly premium: Paise
  readonly lastPrice: Paise
  /** Real time of arrival. */
  readonly at: Instant
}

/**
 * Watches the options that the next signal of each index would trade, so that an entry's cost is known the moment it is decided. Until the
 * session ends it also keeps what any earlier minute's signal would have traded, legs of positions included, so that their recording
 * does not stop before a backtest's trade does. Some dozens of contracts per index, and for each expiry and type whose legs are chosen
 * by price 81 more, whatever the number of users.
 */
export class EntryQuotes {
  readonly #watch: QuoteWatch
  readonly #now: () => Instant
  readonly #watched = new Map<IndexSymbol, readonly OptionContract[]>()
  /** Those chosen since the session opened. */
  readonly #chosen = new Map<IndexSymbol, { readonly opened: Instant; readonly contracts: ReadonlyMap<string, OptionContract> }>()
  /** Of the contracts watched; null until the first quote. */
  readonly #quotes = new Map<string, Quote | null>()

  /** `now`: real time. */
  constructor(watch: QuoteWatch, now: () => Instant) {
    this.#watch = watch
    this.#now = now
  }

  /**
   * The index is at `price`: moves the watch to the strikes around it and to those from which the legs of `positions` would be chosen.
   * `contracts`: all that are listed.
   */
  follow(
    index: IndexSymbol,
    price: Paise,
    contracts: readonly OptionContract[],
    { now, session, rules }: { readonly now: Instant; readonly session: Session; readonly rules: MarketRules },
    positions: readonly PositionRule[],
  ): void {
    const before = this.#watched.get(index) ?? []
    const earlier = this.#chosen.get(index)
    const chosenToday = new Map(earlier?.opened === session.open ? earlier.contracts : [])
    const keep = (contract: OptionContract) => {
      // Set again, it comes last.
      chosenToday.delete(instrumentId(contract))
      chosenToday.set(instrumentId(contract), contract)
    }
    // The AI trading agent buys what expires later: on the day of an expiry other contracts than rules do.
    const today = istDate(now)
    const expiringLater = contracts.filter(({ expiry }) => expiry > today)
    const choices = ([contracts, expiringLater] as const).flatMap((among) =>
      (['LONG', 'SHORT'] as const).map((side) => chooseContract(among, { index, side, price }, now, session, rules)),
    )
    const around = choices.flatMap((chosen) => {
      if (!chosen) return []
      keep(chosen)
      const { expiry, optionType, strike } = chosen
      return contracts
        .filter((each) => each.index === index && each.expiry === expiry && each.optionType === optionType)
        .sort((a, b) => Math.abs(a.strike - strike) - Math.abs(b.strike - strike))
        .slice(0, 1 + 2 * STRIKES_AROUND)
    })
    const listed = { contracts: contracts.filter((contract) => contract.index === index), indexPrice: price, now, session, rules }
    const forLegs = choicesFor(positions, listed)
    const chain = optionChain({
      ...listed,
      premiumOf: (contract) => this.lastPriceOf(contract),
      ageOf: (contract) => this.ageOf(contract),
      // Whom the feed has no place for is asked when something is to be opened.
      shortageOf: () => null,
    })
    for (const legs of distinctLegs(positions)) {
      const chosen = chooseLegs(legs, 1, chain)
      if (chosen.ok) for (const { contract } of chosen.value) keep(contract)
    }
    for (const id of [...chosenToday.keys()].slice(0, Math.max(0, chosenToday.size - MOST_KEPT))) chosenToday.delete(id)
    this.#chosen.set(index, { opened: session.open, contracts: chosenToday })
    const next = [...new Map([...[...around, ...forLegs].map((each) => [instrumentId(each), each] as const), ...chosenToday]).values()]
    const kept = new Set(next.map(instrumentId))
    this.#watch.watch(next, 'later')
    this.#watch.unwatch(before, 'later')
    for (const contract of before) if (!kept.has(instrumentId(contract))) this.#quotes.delete(instrumentId(contract))
    this.#watched.set(index, next)
    for (const contract of next) if (!this.#quotes.has(instrumentId(contract))) this.#quotes.set(instrumentId(contract), null)
  }

  onTick(tick: Tick): void {
    const id = instrumentId(tick)
    if (this.#quotes.has(id)) this.#quotes.set(id, { premium: tick.ask ?? tick.lastPrice, lastPrice: tick.lastPrice, at: this.#now() })
  }

  /** What a unit costs to buy by its last quote; null without one, or when it is stale. */
  premiumOf(contract: OptionContract): Paise | null {
    return this.#fresh(contract)?.premium ?? null
  }

  /** What a unit last traded at; null without a quote, or when it is stale. */
  lastPriceOf(contract: OptionContract): Paise | null {
    return this.#fresh(contract)?.lastPrice ?? null
  }

  /** Real milliseconds since its last quote came, fresh or not; null: none came since it is watched. */
  ageOf(contract: OptionContract): number | null {
    const quote = this.#quotes.get(instrumentId(contract))
    return quote ? this.#now() - quote.at : null
  }

  #fresh(contract: OptionContract): Quote | null {
    return isFreshQuote(this.ageOf(contract)) ? (this.#quotes.get(instrumentId(contract)) ?? null) : null
  }
}

/** Legs that several positions share are chosen once. */
function distinctLegs(positions: readonly PositionRule[]): Iterable<readonly LegRule[]> {
  return new Map(positions.map(({ legs }) => [JSON.stringify(legs), legs])).values()
}
