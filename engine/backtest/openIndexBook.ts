import { paise } from '../../schema/money.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'
import type { ExitReason } from '../../schema/trading/exits.ts'
import { timeUp } from '../schedule/dueExits.ts'
import { refusedByTime, refusedByTrades } from '../trading/assess.ts'
import type { BacktestBook } from './BacktestBook.ts'
import { columnPrice, type BacktestMarket, type HistoryDay } from './BacktestMarket.ts'
import type { BacktestPlan } from './BacktestPlan.ts'
import type { BacktestDenial, BacktestEntry, BacktestSignal, BacktestTrade } from './BacktestResult.ts'
import { firstAtOrAfter } from './firstAtOrAfter.ts'

const NOTHING = paise(0)

/** A trade whose end is still to be filled in. */
type HeldTrade = { -readonly [K in keyof BacktestTrade]: BacktestTrade[K] }

/**
 * Trades the index itself, long and short, by the lot, at the open of the minute after the signal, free of charge: what the signals are
 * worth before options cost anything. Window, trades a day, opposite signals and square-off are as ever; there are no levels and no
 * funds to run short of. A signal before a gap in the candles is not taken: its price has gone stale by the next one.
 */
export function openIndexBook({ settings }: BacktestPlan, { index, minutes, rules }: BacktestMarket): BacktestBook {
  const { time, open } = minutes
  const trades: BacktestTrade[] = []
  const denials: BacktestDenial[] = []
  let held: HeldTrade | null = null
  let heldFrom = 0
  let heldUntil: { readonly at: Instant; readonly reason: ExitReason } = { at: 0, reason: 'SESSION_END' }
  let today: HistoryDay | null = null
  let lot = 0
  let tradesToday = 0

  /** Fills in the end of a trade that was kept open-ended until now: a second object for each would cost as much as all the rest. */
  function sell(trade: HeldTrade, minute: number, exitReason: ExitReason): void {
    const exitPrice = columnPrice(open, minute)
    const gained = trade.side === 'LONG' ? exitPrice - trade.entryPrice : trade.entryPrice - exitPrice
    trade.exitTime = time[minute]!
    trade.exitPrice = exitPrice
    trade.exitReason = exitReason
    trade.gross = trade.net = paise(gained * trade.quantity)
    trades.push(trade)
    held = null
  }

  return {
    advance(until) {
      if (held && time[until - 1]! >= heldUntil.at) sell(held, firstAtOrAfter(time, heldUntil.at, heldFrom), heldUntil.reason)
    },

    onSignal(signal: BacktestSignal, minute, day) {
      if (today !== day) {
        today = day
        tradesToday = 0
        lot = rules.lotFor(index, day.date)
      }
      const { side, candleTime, indexPrice } = signal
      const now = time[minute - 1]! + MINUTE
      const known = minute < time.length
      if (known && held && held.side !== side) sell(held, minute, 'OPPOSITE_SIGNAL')
      const candidate = { mode: 'PAPER', killed: null, settings, tradesToday, openTrades: held?.side === side ? 1 : 0 } as const
      const denial =
        refusedByTime(candidate, { now, session: day.session, dayCovered: true, rules, contract: null }) ??
        refusedByTrades(candidate, { feedAgeMs: known ? time[minute]! - now : 0, clockSteppedMsAgo: null })
      if (denial) denials.push({ side, candleTime, indexPrice, denial })
      else if (known) {
        const entryTime = time[minute]!
        const entryPrice = columnPrice(open, minute)
        held = {
          side,
          candleTime,
          indexPrice,
          contract: null,
          source: 'INDEX',
          quantity: settings.lots * lot,
          entryTime,
          entryPrice,
          exitTime: entryTime,
          exitPrice: entryPrice,
          exitReason: 'SESSION_END',
          levels: null,
          gross: NOTHING,
          charges: NOTHING,
          net: NOTHING,
        }
        heldFrom = minute
        heldUntil = timeUp(
          { entryTime, terms: { windowEndsAt: day.midnight + settings.windowEnd * MINUTE }, contract: null },
          day.session,
          rules,
        )
        tradesToday++
      }
    },

    result: () => ({ trades, denials, stillOpen: held ? [entryOf(held)] : [] }),
  }
}

function entryOf({ side, candleTime, indexPrice, contract, source, quantity, entryTime, entryPrice }: HeldTrade): BacktestEntry {
  return { side, candleTime, indexPrice, contract, source, quantity, entryTime, entryPrice }
}
