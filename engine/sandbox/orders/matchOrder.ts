import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { Depth, DepthLevel } from '../options/bidAsk.ts'
import type { SandboxOrder, Side } from './Order.ts'

/** Last price and order book of a contract at a moment. */
export interface Touch {
  readonly at: Instant
  readonly last: Paise
  readonly depth: Depth
}

export interface Match {
  readonly units: number
  readonly price: Paise
}

/** The levels that an order on a side can trade with, best first. */
export function opposite(side: Side, { buys, sells }: Depth): readonly DepthLevel[] {
  return side === 'BUY' ? sells : buys
}

/** Whether two orders of a contract could trade with each other. */
export function couldTrade(a: Pick<SandboxOrder, 'side' | 'price' | 'orderType'>, b: typeof a): boolean {
  if (a.side === b.side) return false
  if (a.orderType === 'MARKET' || b.orderType === 'MARKET') return true
  return a.side === 'BUY' ? a.price >= b.price : b.price >= a.price
}

/** Whether a price has reached the trigger of a stop order. */
export function touchesTrigger({ side, triggerPrice }: Pick<SandboxOrder, 'side' | 'triggerPrice'>, last: Paise): boolean {
  return side === 'BUY' ? last >= triggerPrice : last <= triggerPrice
}

/**
 * What a limit order trades with a book. One that has just come takes each level at its price; one that was resting is come to, and
 * trades at its own limit. What the book does not hold stays for later.
 */
export function matchLimit(side: Side, limit: Paise, units: number, { depth }: Touch, arriving: boolean): Match[] {
  const matches: Match[] = []
  let left = units
  for (const { price, quantity } of opposite(side, depth)) {
    if (left === 0 || (side === 'BUY' ? price > limit : price < limit)) break
    const taken = Math.min(left, quantity)
    matches.push({ units: taken, price: arriving ? price : limit })
    left -= taken
  }
  return matches
}
