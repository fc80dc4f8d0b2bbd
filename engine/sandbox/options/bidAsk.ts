import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { OPTION_TICK, paise, roundToTick, type Paise } from '../../../schema/money.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import { SeededRandom } from '../../../schema/SeededRandom.ts'
import type { OptionContract } from './optionContract.ts'

/** One price level of an order book. */
export interface DepthLevel {
  readonly price: Paise
  /** Units, a multiple of the lot. */
  readonly quantity: number
  readonly orders: number
}

/** Best first, at most five a side. The buy side is shorter, or empty, when there is no room above zero. */
export interface Depth {
  readonly buys: readonly DepthLevel[]
  readonly sells: readonly DepthLevel[]
}

const LEVELS = 5
const SPREAD_SHARE = 0.0024

/** The order book around a premium: bid ≤ premium ≤ ask, apart by max(tick, 0.24%) × the multiplier of the time of day. */
export function depthAround(contract: OptionContract, premium: Paise, at: Instant): Depth {
  const spread = roundToTick(Math.max(OPTION_TICK, SPREAD_SHARE * premium) * spreadMultiplier(contract, at), OPTION_TICK, 'nearest')
  const bid = roundToTick(premium - spread / 2, OPTION_TICK, 'down')
  const random = new SeededRandom(`${contract.token}:${Math.floor(at / SECOND)}`)
  const side = (best: number, direction: 1 | -1): DepthLevel[] =>
    Array.from({ length: LEVELS }, (_, level) => {
      const orders = random.integer(1, 8)
      return {
        price: paise(best + direction * level * OPTION_TICK),
        quantity: contract.lot * orders * random.integer(1, 3 + level),
        orders,
      }
    })
  return { buys: side(bid, -1).filter((level) => level.price > 0), sells: side(bid + spread, 1) }
}

/** Units on one side of the book. */
export function totalQuantity(levels: readonly DepthLevel[]): number {
  return levels.reduce((sum, level) => sum + level.quantity, 0)
}

/** Wider just after the open (measured on Nifty options in July and August 2026) and, on expiry day, towards the close. */
function spreadMultiplier(contract: OptionContract, at: Instant): number {
  const { open, close } = SHIPPED_MARKET_RULES.sessionHours(istDate(at))
  if (at < open + 15 * SECOND) return 8
  if (at < open + MINUTE) return 5
  if (at < open + 3 * MINUTE) return 3
  if (contract.expiry !== istDate(at) || at < close - 60 * MINUTE) return 1
  return at < close - 15 * MINUTE ? 2 : 3
}
