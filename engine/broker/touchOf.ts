import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { roundToTick, type Paise } from '../../schema/money.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import type { OptionContract, OrderRequest, Tick } from './port.ts'

/** Spread of an index option as a fraction of its premium, measured on whole chains. */
const SPREAD = 0.0024
/** On expiry day the spread widens this long before the close. */
const EXPIRY_WIDER_BEFORE_CLOSE = 60 * MINUTE
const EXPIRY_WIDEST_BEFORE_CLOSE = 15 * MINUTE

/**
 * The price at which a quote's other side trades with an order, rounded against the trader to the contract's steps: the best bid or ask,
 * or, of a quote without depth on either side, the last price plus (minus) half a modelled spread. Null when the other side is empty.
 */
export function touchOf(
  { side, contract }: Pick<OrderRequest, 'side' | 'contract'>,
  quote: Tick,
  rules: Pick<MarketRules, 'sessionHours'>,
): Paise | null {
  const buying = side === 'BUY'
  const direction = buying ? 'up' : 'down'
  if (quote.bid === null && quote.ask === null) {
    const half = spreadOf(contract, quote, rules) / 2
    const price = buying ? quote.lastPrice + half : Math.max(contract.tick, quote.lastPrice - half)
    return roundToTick(price, contract.tick, direction)
  }
  const touch = buying ? quote.ask : quote.bid
  return touch === null ? null : roundToTick(touch, contract.tick, direction)
}

function spreadOf(contract: Pick<OptionContract, 'expiry' | 'tick'>, quote: Tick, rules: Pick<MarketRules, 'sessionHours'>): Paise {
  const wide = Math.max(contract.tick, SPREAD * quote.lastPrice) * spreadMultiplier(quote.at, contract.expiry, rules)
  return roundToTick(wide, contract.tick, 'nearest')
}

/** How many times wider than usual the spread is: right after the open, and late on expiry day. */
function spreadMultiplier(at: Instant, expiry: string, rules: Pick<MarketRules, 'sessionHours'>): number {
  const date = istDate(at)
  const { open, close } = rules.sessionHours(date)
  const sinceOpen = at - open
  if (sinceOpen < 15 * SECOND) return 8
  if (sinceOpen < MINUTE) return 5
  if (sinceOpen < 3 * MINUTE) return 3
  if (date !== expiry || at < close - EXPIRY_WIDER_BEFORE_CLOSE) return 1
  return at < close - EXPIRY_WIDEST_BEFORE_CLOSE ? 2 : 3
}
