import { roundToTick, type Paise } from '../../../schema/money.ts'
import { istDate, istInstant, MINUTE, SECOND, type Instant } from '../../../schema/time.ts'
import type { OptionContract, Tick } from '../port.ts'

/** Spread of an index option as a fraction of its premium, measured on whole chains. */
const SPREAD = 0.0024
const OPEN_MINUTE = 9 * 60 + 15
const EXPIRY_WIDER_MINUTE = 14 * 60 + 30
const EXPIRY_WIDEST_MINUTE = 15 * 60 + 15

/**
 * The premium at which a paper order is filled on a quote: the other side's best price when the quote has depth;
 * otherwise the last price plus (minus) half a modelled spread, rounded against the trader to the contract's steps.
 */
export function paperFillPrice(side: 'BUY' | 'SELL', contract: Pick<OptionContract, 'expiry' | 'tick'>, quote: Tick): Paise {
  const touch = side === 'BUY' ? quote.ask : quote.bid
  const direction = side === 'BUY' ? 'up' : 'down'
  if (touch !== null) return roundToTick(touch, contract.tick, direction)
  const wide = Math.max(contract.tick, SPREAD * quote.lastPrice) * spreadMultiplier(quote.at, contract.expiry)
  const half = roundToTick(wide, contract.tick, 'nearest') / 2
  if (side === 'BUY') return roundToTick(quote.lastPrice + half, contract.tick, 'up')
  return roundToTick(Math.max(contract.tick, quote.lastPrice - half), contract.tick, 'down')
}

/** How many times wider than usual the spread is: right after the open, and late on expiry day. */
function spreadMultiplier(at: Instant, expiry: string): number {
  const date = istDate(at)
  const sinceOpen = at - istInstant(date, OPEN_MINUTE)
  if (sinceOpen < 15 * SECOND) return 8
  if (sinceOpen < MINUTE) return 5
  if (sinceOpen < 3 * MINUTE) return 3
  if (date !== expiry || at < istInstant(date, EXPIRY_WIDER_MINUTE)) return 1
  return at < istInstant(date, EXPIRY_WIDEST_MINUTE) ? 2 : 3
}
