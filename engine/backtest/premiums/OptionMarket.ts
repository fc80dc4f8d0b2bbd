import type { CandleColumns } from '../../../schema/market/candles.ts'
import { INDICES } from '../../../schema/market/indices.ts'
import { modelDelta } from '../../../schema/market/options/premium.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { istDate, type Instant, type IsoDate } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'
import type { BacktestMarket, OptionsTraded } from '../history/BacktestMarket.ts'
import { movedLevel, VolatilityLevels, type VolatilityLevel } from '../volatility/VolatilityLevels.ts'
import { anchoredPremiums } from './anchoredPremiums.ts'
import { listedExpiries, optionContract } from './listedContracts.ts'
import { ModelledStrike } from './ModelledStrike.ts'
import { ModelPremiums } from './ModelPremiums.ts'
import type { Premiums } from './Premiums.ts'
import { StoredPremiums } from './StoredPremiums.ts'

/** Expiries offered, soonest first: in an expiry day's last hour the next one is traded. */
const EXPIRIES = 2

/** What the minute asked for last needed: premiums and deltas by symbol, strikes by expiry and strike. */
interface Asked {
  readonly minute: number
  readonly moved: number
  readonly premiums: Map<string, Premiums>
  readonly strikes: Map<string, ModelledStrike>
  readonly deltas: Map<string, number>
}

/** The options of an index over a history: which were listed, by the dated rules of the market, and what they cost. */
export class OptionMarket {
  readonly #market: BacktestMarket
  readonly #candles: ReadonlyMap<string, CandleColumns>
  readonly #levels: VolatilityLevels
  readonly #term: VolatilityTerm
  readonly #contracts = new Map<string, OptionContract>()
  /** By date and strike below: every pass over the history needs the same. */
  readonly #near = new Map<string, readonly OptionContract[]>()
  /** By request: every pass over the history makes the same ones. */
  readonly #within = new Map<string, readonly OptionContract[]>()
  /** By date, monthly ones included. */
  readonly #listed = new Map<string, readonly IsoDate[]>()
  /** Requests at the start of a minute, at a shift: passes in step make the same ones. */
  #asked: Asked = { minute: -1, moved: 0, premiums: new Map(), strikes: new Map(), deltas: new Map() }

  constructor(market: BacktestMarket, traded: OptionsTraded) {
    this.#market = market
    this.#candles = traded.candles
    this.#term = new VolatilityTerm(market.rules)
    this.#levels = new VolatilityLevels(market, traded, this.#term)
  }

  /** The calls and puts of the next expiries after a date, at the strikes nearest below and above an index price. */
  contractsNear(date: IsoDate, indexPrice: Paise): readonly OptionContract[] {
    const { index, rules } = this.#market
    const step = INDICES[index].strikeStep
    const below = Math.floor(indexPrice / step) * step
    const key = `${date} ${below}`
    const known = this.#near.get(key)
    if (known) return known
    const near = rules
      .expiriesFrom(index, date, EXPIRIES)
      .flatMap((expiry) =>
        [below, below + step].flatMap((strike) => (['CE', 'PE'] as const).map((type) => this.#contract(expiry, paise(strike), type))),
      )
    this.#near.set(key, near)
    return near
  }

  /**
   * The calls and puts that a position may open on a date: so many strikes on each side of an index price, of the next expiries, and of
   * monthly ones where wanted.
   */
  contractsWithin(date: IsoDate, indexPrice: Paise, strikes: number, months: boolean): readonly OptionContract[] {
    const step = INDICES[this.#market.index].strikeStep
    const lowest = (Math.round(indexPrice / step) - strikes) * step
    const key = `${date} ${lowest} ${strikes} ${months}`
    const known = this.#within.get(key)
    if (known) return known
    const within = this.#listedOn(date, months).flatMap((expiry) =>
      Array.from({ length: 2 * strikes + 1 }, (_, i) => paise(lowest + i * step)).flatMap((strike) =>
        (['CE', 'PE'] as const).map((type) => this.#contract(expiry, strike, type)),
      ),
    )
    this.#within.set(key, within)
    return within
  }

  /** A contract's delta by the option model when a minute begins; `moved`: shift of its volatility. */
  deltaOf(contract: OptionContract, indexPrice: Paise, at: Instant, minute: number, moved: number): number {
    const { deltas } = this.#askedAt(minute, moved)
    let delta = deltas.get(contract.tradingSymbol)
    if (delta === undefined) deltas.set(contract.tradingSymbol, (delta = this.#deltaOf(contract, indexPrice, at, minute, moved)))
    return delta
  }

  #deltaOf(contract: OptionContract, indexPrice: Paise, at: Instant, minute: number, moved: number): number {
    const { optionType: type, strike, expiry } = contract
    const expiresAt = this.#market.rules.sessionHours(expiry).close
    const { level } = movedLevel(this.#levels.at(minute, istDate(at), expiry), moved)
    const atmVolatility = level * this.#term.at(at, expiresAt)
    return modelDelta({ type, spot: indexPrice, strike, at, expiresAt, atmVolatility })
  }

  /**
   * A contract's premiums on a date: the stored ones if any of that day are known by the time a minute begins, else the model's. `moved`:
   * shift of the model's volatility, where no price was recorded and from the last record on.
   */
  premiums(contract: OptionContract, minute: number, date: IsoDate, moved: number): Premiums {
    const asked = this.#askedAt(minute, moved).premiums
    let premiums = asked.get(contract.tradingSymbol)
    if (!premiums) asked.set(contract.tradingSymbol, (premiums = this.#premiums(contract, minute, date, moved)))
    return premiums
  }

  #askedAt(minute: number, moved: number): Asked {
    if (this.#asked.minute !== minute || this.#asked.moved !== moved)
      this.#asked = { minute, moved, premiums: new Map(), strikes: new Map(), deltas: new Map() }
    return this.#asked
  }

  #premiums(contract: OptionContract, minute: number, date: IsoDate, moved: number): Premiums {
    const { time } = this.#market.minutes
    const candles = this.#candles.get(contract.tradingSymbol)
    const modelled = () => this.#levels.at(minute, date, contract.expiry)
    if (candles) {
      const anchored = (last: number, price: Paise) =>
        anchoredPremiums(this.#market, contract, this.#term, { minute: last, price }, modelled, moved)
      const stored = new StoredPremiums(candles, time, time[minute - 1]!, anchored)
      if (stored.lastBefore(minute) !== null) return stored
    }
    return new ModelPremiums(contract.optionType, this.#modelledStrike(contract, minute, moved, modelled))
  }

  /** The call and the put of a strike share it. */
  #modelledStrike(contract: OptionContract, minute: number, moved: number, modelled: () => VolatilityLevel): ModelledStrike {
    const { strikes } = this.#askedAt(minute, moved)
    const key = `${contract.expiry} ${contract.strike}`
    let strike = strikes.get(key)
    if (!strike) strikes.set(key, (strike = new ModelledStrike(this.#market, contract, movedLevel(modelled(), moved), this.#term)))
    return strike
  }

  #listedOn(date: IsoDate, months: boolean): readonly IsoDate[] {
    const key = months ? `${date} months` : date
    const known = this.#listed.get(key)
    if (known) return known
    const { index, rules } = this.#market
    const listed = listedExpiries(rules, index, date, months)
    this.#listed.set(key, listed)
    return listed
  }

  #contract(expiry: IsoDate, strike: Paise, optionType: OptionType): OptionContract {
    const key = `${expiry}${strike}${optionType}`
    const known = this.#contracts.get(key)
    if (known) return known
    const contract = optionContract(this.#market.rules, this.#market.index, { expiry, strike, optionType })
    this.#contracts.set(key, contract)
    return contract
  }
}
