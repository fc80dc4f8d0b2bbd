import { MINUTE, type Instant } from '../../../schema/time.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import { timeUp } from '../../trading/positions/dueExits.ts'
import { staleFeed } from '../../trading/risk/pausedBy.ts'
import { refusedByTime, refusedByTrades } from '../../trading/risk/assess.ts'
import type { BacktestTrader } from './BacktestTrader.ts'
import { columnPrice, type BacktestMarket, type HistoryDay } from '../history/BacktestMarket.ts'
import type { BacktestPlan } from './BacktestPlan.ts'
import type { BacktestDenial, BacktestTrade } from './BacktestResult.ts'
import { firstAtOrAfter } from '../history/firstAtOrAfter.ts'
import { emptyColumns, entryOf, ROWS, tradeOf } from './IndexTradeColumns.ts'

/**
 * Trades the index itself, long and short, by the lot, at the open of the minute after the signal, free of charge: what the signals are
 * worth before options cost anything. Window, trades a day, opposite signals and square-off work as usual; there are no levels and no limit
 * on funds. A signal without a direction trades nothing. A signal before a gap in the candles is not taken: its price is stale by the next
 * one. Nothing is held overnight: what the day's candles leave open is closed at the end of the last of them.
 */
export function createIndexTrader({ rules: { interval }, settings }: BacktestPlan, market: BacktestMarket): BacktestTrader {
  const { minutes } = market
  const { time, open, close } = minutes
  const bars = market.bars(interval)
  const denials: BacktestDenial[] = []
  let columns = emptyColumns()
  const blocks = [columns]
  /** Trades closed in the last block: the row of the open one, if one is. */
  let row = 0
  /** Of the open trade: 1 long, −1 short, 0 none. */
  let held = 0
  let heldUntil: { readonly at: Instant; readonly reason: ExitReason } = { at: 0, reason: 'SESSION_END' }
  /** Position after the last minute of the open trade's day. */
  let dayEnd = 0
  let today: HistoryDay | null = null
  let tradesToday = 0
  let listed: BacktestTrade[] | null = null

  /** At the open of a minute, or at the end of the day when it belongs to a later one. */
  function sell(minute: number, reason: ExitReason): void {
    const [price, at] =
      minute < dayEnd ? [columnPrice(open, minute), time[minute]!] : [columnPrice(close, dayEnd - 1), time[dayEnd - 1]! + MINUTE - 1]
    columns.exitTime[row] = at
    columns.exitPrice[row] = price
    columns.exitReason.push(reason)
    const entered = columns.entryPrice[row]!
    // Not multiplied by the side: a short trade that ends where it began would have gained -0.
    columns.gross[row] = (held === 1 ? price - entered : entered - price) * columns.quantity[row]!
    held = 0
    if (++row === ROWS) {
      blocks.push((columns = emptyColumns()))
      row = 0
    }
  }

  return {
    advance(until) {
      if (held !== 0 && (time[until - 1]! >= heldUntil.at || until > dayEnd))
        sell(firstAtOrAfter(time, heldUntil.at, columns.entryMinute[row]!), heldUntil.reason)
    },

    onSignal(side, bar, minute, day) {
      if (today !== day) {
        today = day
        tradesToday = 0
      }
      const { session, cutoffs } = day
      const direction = side === 'NEUTRAL' ? 0 : side === 'LONG' ? 1 : -1
      const indexPrice = columnPrice(bars.close, bar)
      const now = time[minute - 1]! + MINUTE
      const known = minute < time.length
      if (known && direction !== 0 && held === -direction) sell(minute, 'OPPOSITE_SIGNAL')
      const candidate = {
        mode: 'PAPER',
        unmetGates: [],
        killed: null,
        settings,
        tradesToday,
        openTrades: direction !== 0 && held === direction ? 1 : 0,
      } as const
      const denial =
        refusedByTime(candidate, { now, closedAt: now, session, dayCovered: true, rules: cutoffs, contract: null }) ??
        refusedByTrades(candidate, { paused: known ? staleFeed(time[minute]! - now) : null }) ??
        (direction === 0 ? { reason: 'NO_CONTRACT', numbers: { indexPrice, listedContracts: 0 } } : null)
      if (denial) denials.push({ side, candleTime: bars.time[bar]!, indexPrice, denial })
      else if (known) {
        columns.side[row] = held = direction
        columns.bar[row] = bar
        columns.quantity[row] = settings.lots * day.lot
        columns.entryMinute[row] = minute
        columns.entryPrice[row] = columnPrice(open, minute)
        const windowEndsAt = day.midnight + settings.windowEnd * MINUTE
        dayEnd = day.end
        heldUntil = timeUp({ mode: 'PAPER', entryTime: time[minute]!, terms: { windowEndsAt }, contract: null }, session, cutoffs)
        tradesToday++
      }
    },

    result: (signals) => ({
      ...{ signals, denials, levels: [] },
      stillOpen: held === 0 ? [] : [entryOf(columns, row, bars, minutes)],
      get trades() {
        return (listed ??= blocks.flatMap((block) => block.exitReason.map((_, i) => tradeOf(block, i, bars, minutes))))
      },
    }),
  }
}
