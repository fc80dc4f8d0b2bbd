import { toRupees } from '../../../schema/money.ts'
import type { Instrument } from '../market/Instrument.ts'
import type { MarketQuote } from '../market/SandboxMarket.ts'
import { totalQuantity, type DepthLevel } from '../options/bidAsk.ts'
import { brokerTime } from './brokerTime.ts'

export type QuoteMode = 'LTP' | 'OHLC' | 'FULL'

const DEPTH_LEVELS = 5

/** One instrument in a quote answer; prices in rupees. The sandbox keeps no 52-week range: those fields are 0. */
export function quoteItem(instrument: Instrument, quote: MarketQuote, mode: QuoteMode) {
  const last = toRupees(quote.last)
  const ltp = { exchange: instrument.exchange, tradingSymbol: instrument.tradingSymbol, symbolToken: instrument.token, ltp: last }
  if (mode === 'LTP') return ltp
  const close = quote.previousClose === null ? 0 : toRupees(quote.previousClose)
  const { open, high, low, volume, turnover } = quote.day
  const ohlc = { ...ltp, open: toRupees(open), high: toRupees(high), low: toRupees(low), close }
  if (mode === 'OHLC') return ohlc
  const buys = quote.book?.depth.buys ?? []
  const sells = quote.book?.depth.sells ?? []
  return {
    ...ohlc,
    lastTradeQty: instrument.kind === 'option' ? instrument.lot : 0,
    exchFeedTime: brokerTime(quote.at),
    exchTradeTime: brokerTime(quote.at),
    netChange: close === 0 ? 0 : round(last - close),
    percentChange: close === 0 ? 0 : round((100 * (last - close)) / close),
    avgPrice: volume === 0 ? 0 : round(turnover / volume / 100),
    tradeVolume: volume,
    opnInterest: quote.book?.openInterest ?? 0,
    lowerCircuit: quote.book ? toRupees(quote.book.lowerCircuit) : 0,
    upperCircuit: quote.book ? toRupees(quote.book.upperCircuit) : 0,
    totBuyQuan: totalQuantity(buys),
    totSellQuan: totalQuantity(sells),
    '52WeekLow': 0,
    '52WeekHigh': 0,
    depth: { buy: depthSide(buys), sell: depthSide(sells) },
  }
}

/** Always five levels; the missing ones are zeros. */
function depthSide(levels: readonly DepthLevel[]) {
  return Array.from({ length: DEPTH_LEVELS }, (_, position) => {
    const level = levels[position]
    return level ? { price: toRupees(level.price), quantity: level.quantity, orders: level.orders } : { price: 0, quantity: 0, orders: 0 }
  })
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
