import { toRupees } from '../../../schema/money.ts'
import { legResult } from '../../../schema/trading/tradeResult.ts'
import type { LegPartsFragment } from '../../gql/generated/graphql.ts'

/** The last price of a symbol in rupees; null while unknown. */
export type PriceOf = (symbol: string) => number | null

/** The inputs of a leg's profit. */
export type PricedLeg = Pick<LegPartsFragment, 'option' | 'side' | 'status' | 'charges' | 'profitLossRs' | 'ltp' | 'ifClosed'>

/** The symbols of the open legs: those whose prices move a trade. */
export function openSymbols(trades: readonly { readonly legs: readonly Pick<PricedLeg, 'option' | 'status'>[] }[]): string[] {
  return trades.flatMap(({ legs }) => legs.filter(({ status }) => status === 'RUNNING').map(({ option }) => option))
}

/** The last price of an open leg: of those that are streamed, or else as it was read. */
export function lastPriceOf(leg: Pick<PricedLeg, 'option' | 'status' | 'ltp'>, priceOf: PriceOf): number | null {
  return leg.status === 'RUNNING' ? (priceOf(leg.option) ?? leg.ltp) : null
}

/**
 * Profit of a leg in rupees, before charges and after: realised if closed, else at its last price; a sold leg gains when the premium falls.
 * Null while unknown.
 */
export function legProfit(leg: PricedLeg, priceOf: PriceOf): { readonly pnl: number | null; readonly net: number | null } {
  const result = legResult(leg, (priced) => lastPriceOf(priced, priceOf))
  return { pnl: result && toRupees(result.gross), net: result && toRupees(result.net) }
}
