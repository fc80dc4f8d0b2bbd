import type { IfClosed, Trade, TradeLeg } from '../../../schema/graphql/trades.ts'
import { openBooksOf } from '../../../schema/market/ifClosedAt.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { largestOrder } from '../../../schema/market/orderSlices.ts'
import { paise, toRupees } from '../../../schema/money.ts'
import { istDate, type Instant } from '../../../schema/time.ts'
import { legResult, tradeResult } from '../../../schema/trading/tradeResult.ts'
import type { PriceBoard } from '../market/PriceBoard.ts'
import type { StoredTrade } from './toTrade.ts'
import type { OpenLegBooks, StoredLeg } from './toTradeLeg.ts'

/** A closed trade as the API shows it. */
export function closedTrade({ legs, ...trade }: StoredTrade): Trade {
  return { ...trade, ltp: null, legs: legs.map(closedLeg) }
}

/** A running trade as the API shows it, with the last prices of its open legs and what closing it at them would leave. */
export function atLastPrices({ legs: stored, ...trade }: StoredTrade, prices: PriceBoard, rules: MarketRules): Trade {
  const legs = stored.map((leg) => legAtLastPrice(leg, prices, rules))
  const result = tradeResult(legs, lastPriceOf)
  return {
    ...trade,
    profitLossRs: result && toRupees(result.gross),
    netProfitLossRs: result && toRupees(result.net),
    ltp: trade.estimatedMargin === null ? (legs[0]?.ltp ?? null) : null,
    legs,
  }
}

const lastPriceOf = ({ ltp }: TradeLeg) => ltp

function closedLeg({ books: _, ...leg }: StoredLeg): TradeLeg {
  return { ...leg, ltp: null, ifClosed: null }
}

function legAtLastPrice(stored: StoredLeg, prices: PriceBoard, rules: MarketRules): TradeLeg {
  const { books, ...leg } = stored
  if (!books) return closedLeg(stored)
  const last = prices.last(leg.option)
  const priced = { ...leg, ltp: last && toRupees(last.price), ifClosed: ifClosedOf(books, last?.at ?? leg.entryTime.getTime(), rules) }
  const result = legResult(priced, lastPriceOf)
  return { ...priced, profitLossRs: result && toRupees(result.gross) }
}

/** By the rates of the day of a market time. */
function ifClosedOf({ orders, charges, exchange, index, lotSize, ...books }: OpenLegBooks, at: Instant, rules: MarketRules): IfClosed {
  const day = istDate(at)
  const unrounded = orders && rules.unroundedBill(exchange, orders)
  // What is booked decides: where its orders do not make it, it counts as it is.
  const charged = unrounded !== null && Math.round(unrounded) === charges ? unrounded : charges
  const booked = { ...books, charged, entryValue: paise(books.entryValue), exitValue: paise(books.exitValue) }
  const open = openBooksOf(booked, largestOrder(rules.freezeFor(index, day), lotSize))
  const { brokerage, ...shares } = rules.orderRates(exchange, day)
  return { received: toRupees(open.received), chargedPaise: open.charged, orders: open.orders, brokerage: brokerage / 100, ...shares }
}
