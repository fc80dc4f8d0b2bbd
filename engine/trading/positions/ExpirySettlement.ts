import type { Logger } from 'pino'
import type { Candle } from '../../../schema/market/candles.ts'
import type { IndexSymbol } from '../../../schema/market/indices.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { DAY, MINUTE, type Instant } from '../../../schema/time.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { OptionContract } from '../../broker/port.ts'

/** Market time after the close in which the day's last candles may still be missing from the market's history. */
const HISTORY_LAG = 15 * MINUTE
/** How far back an index's last price may lie: over a weekend and holidays, when a recorded market lacks the expiry day itself. */
const LOOK_BACK = 7 * DAY

export interface ExpirySettlementParts {
  /** Contracts that expired by a market time, with exits on paper that still wait for a quote, or with live legs. */
  readonly waiting: (expiredBy: Instant) => readonly OptionContract[]
  /** Fills the exits of an expired contract, and ends its live legs. Never rejects. */
  readonly settle: (contract: OptionContract, price: Paise) => void | Promise<void>
  /** An index's closed one-minute candles with `from` ≤ time < `to`, oldest first. */
  readonly candles: (index: IndexSymbol, from: Instant, to: Instant) => Promise<readonly Candle[]>
  readonly rules: () => MarketRules
  readonly log: Logger
}

/**
 * Settles what could not be closed before its contract expired, because the engine or the feed was away: no more quotes will come. Settles
 * at intrinsic value, as the exchange does; the close of the index's last minute stands in for the exchange's closing value (an average
 * over the last half hour). Charged as a settlement (charges.ts).
 */
export class ExpirySettlement {
  readonly #parts: ExpirySettlementParts
  #underWay: Promise<void> | null = null

  constructor(parts: ExpirySettlementParts) {
    this.#parts = parts
  }

  /** Settles what can be settled at a market time; what has no index price yet keeps waiting. Never rejects. */
  onTime(now: Instant): Promise<void> {
    this.#underWay ??= this.#settle(this.#parts.waiting(now - HISTORY_LAG)).finally(() => (this.#underWay = null))
    return this.#underWay
  }

  async #settle(contracts: readonly OptionContract[]): Promise<void> {
    const { candles, settle, rules, log } = this.#parts
    for (const contract of new Map(contracts.map((each) => [instrumentId(each), each])).values()) {
      const { tradingSymbol, expiry } = contract
      const { close } = rules().sessionHours(expiry)
      try {
        const last = (await candles(contract.index, close - LOOK_BACK, close)).at(-1)
        if (!last) {
          log.warn({ tradingSymbol, expiry }, 'expired contract not settled: the market has no index price of its expiry')
          continue
        }
        const price = intrinsicValue(contract, last.close)
        await settle(contract, price)
        log.warn({ tradingSymbol, expiry, price }, 'expired contract settled at its intrinsic value')
      } catch (error) {
        log.warn({ err: error, tradingSymbol }, 'expired contract not settled: the index price of its expiry was not read')
      }
    }
  }
}

/** What exercising the option is worth with its index at `spot`. */
export function intrinsicValue({ optionType, strike }: OptionContract, spot: Paise): Paise {
  return paise(Math.max(0, optionType === 'CE' ? spot - strike : strike - spot))
}
