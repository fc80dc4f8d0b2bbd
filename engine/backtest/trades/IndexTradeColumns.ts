import type { CandleColumns } from '../../../schema/market/candles.ts'
import { paise } from '../../../schema/money.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import { columnPrice } from '../history/BacktestMarket.ts'
import { NO_LEGS, type BacktestEntry, type BacktestTrade } from './BacktestResult.ts'

/** Trades per block: a longer backtest adds blocks and copies nothing. */
export const ROWS = 4_096

const NOTHING = paise(0)

/**
 * A block of index trades as columns, a row per trade: objects are created only on access. Bars and minutes are positions in the history.
 */
export interface IndexTradeColumns {
  /** 1 long, −1 short. */
  readonly side: Int8Array
  /** The deciding one. */
  readonly bar: Int32Array
  /** Units. */
  readonly quantity: Int32Array
  /** The one at whose open it was entered. */
  readonly entryMinute: Int32Array
  readonly exitTime: Float64Array
  /** Paise. */
  readonly entryPrice: Float64Array
  readonly exitPrice: Float64Array
  readonly gross: Float64Array
  readonly exitReason: ExitReason[]
}

export function emptyColumns(): IndexTradeColumns {
  return {
    side: new Int8Array(ROWS),
    bar: new Int32Array(ROWS),
    quantity: new Int32Array(ROWS),
    entryMinute: new Int32Array(ROWS),
    exitTime: new Float64Array(ROWS),
    entryPrice: new Float64Array(ROWS),
    exitPrice: new Float64Array(ROWS),
    gross: new Float64Array(ROWS),
    exitReason: [],
  }
}

/** A row's entry. Written out, as is the next: an object made of spreads is slow to create, and there are tens of thousands. */
export function entryOf(columns: IndexTradeColumns, row: number, bars: CandleColumns, minutes: CandleColumns): BacktestEntry {
  const bar = columns.bar[row]!
  return {
    side: columns.side[row] === 1 ? 'LONG' : 'SHORT',
    candleTime: bars.time[bar]!,
    indexPrice: columnPrice(bars.close, bar),
    contract: null,
    option: null,
    source: 'INDEX',
    quantity: columns.quantity[row]!,
    entryTime: minutes.time[columns.entryMinute[row]!]!,
    entryPrice: paise(columns.entryPrice[row]!),
  }
}

/** A closed row. */
export function tradeOf(columns: IndexTradeColumns, row: number, bars: CandleColumns, minutes: CandleColumns): BacktestTrade {
  const bar = columns.bar[row]!
  const gross = paise(columns.gross[row]!)
  return {
    side: columns.side[row] === 1 ? 'LONG' : 'SHORT',
    candleTime: bars.time[bar]!,
    indexPrice: columnPrice(bars.close, bar),
    contract: null,
    option: null,
    source: 'INDEX',
    quantity: columns.quantity[row]!,
    entryTime: minutes.time[columns.entryMinute[row]!]!,
    entryPrice: paise(columns.entryPrice[row]!),
    exitTime: columns.exitTime[row]!,
    exitPrice: paise(columns.exitPrice[row]!),
    exitReason: columns.exitReason[row]!,
    levels: null,
    extremes: null,
    gross,
    charges: NOTHING,
    net: gross,
    legs: NO_LEGS,
  }
}
