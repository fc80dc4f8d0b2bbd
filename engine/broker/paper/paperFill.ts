import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { roundToTick, type Paise } from '../../../schema/money.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import type { OptionContract, OrderRequest, Tick } from '../port.ts'

/** Spread of an index option as a fraction of its premium, measured on whole chains. */
const SPREAD = 0.0024
/** On expiry day the spread widens this long before the close. */
const EXPIRY_WIDER_BEFORE_CLOSE = 60 * MINUTE
const EXPIRY_WIDEST_BEFORE_CLOSE = 15 * MINUTE

/**
 * What a quote fills of a paper order of which `left` units are open: as many whole lots as the other side's best price has, at that
 * price. A quote without depth on either side fills all of it at the last price plus (minus) half a modelled spread, rounded against the
 * trader to the contract's steps. Null when the other side has no whole lot.
 */
export function paperFill(
  { side, contract }: Pick<OrderRequest, 'side' | 'contract'>,
  left: number,
  quote: Tick,
  rules: MarketRules,
): { readonly quantity: number; readonly price: Paise } | null {
  const buying = side === 'BUY'
  const touch = buying ? quote.ask : quote.bid
  const direction = buying ? 'up' : 'down'
  if (quote.bid === null && quote.ask === null) {
    const half = spreadOf(contract, quote, rules) / 2
    const price = buying ? quote.lastPrice + half : Math.max(contract.tick, quote.lastPrice - half)
    return { quantity: left, price: roundToTick(price, contract.tick, direction) }
  }
  if (touch === null) return null
  const offered = buying ? quote.askQuantity : quote.bidQuantity
  const quantity = Math.min(left, offered - (offered % contract.lotSize))
  return quantity > 0 ? { quantity, price: roundToTick(touch, contract.tick, direction) } : null
}

function spreadOf(contract: Pick<OptionContract, 'expiry' | 'tick'>, quote: Tick, rules: MarketRules): Paise {
  const wide = Math.max(contract.tick, SPREAD * quote.lastPrice) * spreadMultiplier(quote.at, contract.expiry, rules)
  return roundToTick(wide, contract.tick, 'nearest')
}

/** How many times wider than usual the spread is: right after the open, and late on expiry day. */
function spreadMultiplier(at: Instant, expiry: string, rules: MarketRules): number {
  const date = istDate(at)
  const { open, close } = rules.sessionHours(date)
  const sinceOpen = at - open
  if (sinceOpen < 15 * SECOND) return 8
  if (sinceOpen < MINUTE) return 5
  if (sinceOpen < 3 * MINUTE) return 3
  if (date !== expiry || at < close - EXPIRY_WIDER_BEFORE_CLOSE) return 1
  return at < close - EXPIRY_WIDEST_BEFORE_CLOSE ? 2 : 3
}
