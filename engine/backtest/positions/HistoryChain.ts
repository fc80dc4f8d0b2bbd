import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import type { PositionRule } from '../../../schema/rules/PositionRule.ts'
import { istDate, type Instant } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import type { OptionChain } from '../../trading/positions/chooseLegs.ts'
import { impliedDelta } from '../../trading/positions/optionChain.ts'
import { REACH } from '../../trading/positions/withinReach.ts'
import type { OptionMarket } from '../premiums/OptionMarket.ts'
import type { Premiums } from '../premiums/Premiums.ts'
import type { VolatilityLevel } from '../volatility/VolatilityLevels.ts'

/** The moment of a chain. */
export interface ChainMoment {
  /** Position of the minute that begins then: nothing of it is known yet. */
  readonly minute: number
  readonly now: Instant
  readonly indexPrice: Paise
  readonly session: Session
}

/** The options that a position is chosen from at a moment of history, with their premiums from there on. */
export class HistoryChain implements OptionChain {
  readonly contracts: readonly OptionContract[]
  readonly indexPrice: Paise
  readonly now: Instant
  readonly session: Session
  readonly rules: MarketRules
  readonly #options: OptionMarket
  readonly #minute: number
  readonly #moved: number
  readonly #premiums = new Map<OptionContract, Premiums>()
  readonly #levels = new Map<number, VolatilityLevel>()

  /** `moved`: shift of the option model's volatility. */
  constructor(options: OptionMarket, rules: MarketRules, rule: PositionRule, moment: ChainMoment, moved: number) {
    const { minute, now, indexPrice, session } = moment
    this.#options = options
    this.#minute = minute
    this.#moved = moved
    this.indexPrice = indexPrice
    this.now = now
    this.session = session
    this.rules = rules
    this.contracts = options.contractsWithin(
      istDate(now),
      indexPrice,
      strikesOf(rule),
      rule.legs.some(({ expiry }) => expiry === 'month'),
    )
  }

  /** What the option model assumed where it was asked so far, each level once; nothing where all prices are recorded. */
  get levels(): Iterable<VolatilityLevel> {
    return this.#levels.values()
  }

  /** History has no feed that could be full. */
  shortageOf(): null {
    return null
  }

  premiumOf(contract: OptionContract): Paise | null {
    return this.#askedOf(contract).lastBefore(this.#minute)
  }

  /** In history a minute has a price or none. */
  ageOf(): null {
    return null
  }

  /** Recorded options by their premium, as live; the others by the model that prices them. */
  deltaOf(contract: OptionContract): number | null {
    const premiums = this.#askedOf(contract)
    const recorded = premiums.sourceIn(this.#minute - 1) === 'MODEL' ? null : premiums.lastBefore(this.#minute)
    if (recorded !== null) return impliedDelta(contract, recorded, this)
    return this.#options.deltaOf(contract, this.indexPrice, this.now, this.#minute, this.#moved)
  }

  premiumsOf(contract: OptionContract): Premiums {
    let premiums = this.#premiums.get(contract)
    if (!premiums) this.#premiums.set(contract, (premiums = this.#options.premiums(contract, this.#minute, istDate(this.now), this.#moved)))
    return premiums
  }

  /** The premiums by which something is chosen. */
  #askedOf(contract: OptionContract): Premiums {
    const premiums = this.premiumsOf(contract)
    const level = premiums.volatilityIn(this.#minute - 1)
    if (level) this.#levels.set(level.level, level)
    return premiums
  }
}

/** How many strikes on each side of the index a rule's legs may reach to; one more, as the money lies between two. */
function strikesOf({ legs }: PositionRule): number {
  return 1 + Math.max(...legs.map(({ strike }) => (strike.kind === 'ATM' ? Math.abs(strike.strikes) : REACH)))
}
