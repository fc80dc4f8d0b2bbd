import { paise } from '../../schema/money.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'
import type { ExitReason } from '../../schema/trading/exits.ts'
import { timeUp } from '../schedule/dueExits.ts'
import { refusedByTime, refusedByTrades } from '../trading/assess.ts'
import type { BacktestBook } from './BacktestBook.ts'
import { columnPrice, type BacktestMarket, type HistoryDay } from './BacktestMarket.ts'
import type { BacktestPlan } from './BacktestPlan.ts'
import type { BacktestDenial, BacktestEntry, BacktestResult, BacktestSignal, BacktestTrade } from './BacktestResult.ts'
import { firstAtOrAfter } from './firstAtOrAfter.ts'

interface Held {
  readonly entry: BacktestEntry
  readonly minute: number
  readonly timeUp: { readonly at: Instant; readonly reason: ExitReason }
}

const UNSTOPPED = { mode: 'PAPER', killed: null } as const
const HEALTHY = { feedAgeMs: 0, clockSteppedMsAgo: null }
const NOTHING = paise(0)

/**
 * Trades the index itself, long and short, by the lot, at the open of the minute after the signal, free of charge: what the signals are
 * worth before options cost anything. Window, trades a day, opposite signals and square-off are as ever; there are no levels and no
 * funds to run short of.
 */
export class IndexBook implements BacktestBook {
  readonly #plan: BacktestPlan
  readonly #market: BacktestMarket
  readonly #trades: BacktestTrade[] = []
  readonly #denials: BacktestDenial[] = []
  #held: Held | null = null
  #day: HistoryDay | null = null
  #lot = 0
  #tradesToday = 0

  constructor(plan: BacktestPlan, market: BacktestMarket) {
    this.#plan = plan
    this.#market = market
  }

  advance(until: number): void {
    if (!this.#held) return
    const { time } = this.#market.minutes
    const { at, reason } = this.#held.timeUp
    if (time[until - 1]! < at) return
    this.#sell(this.#held, firstAtOrAfter(time, at, this.#held.minute), reason)
  }

  onSignal(signal: BacktestSignal, minute: number, day: HistoryDay): void {
    const { minutes, index, rules } = this.#market
    const { settings } = this.#plan
    if (this.#day !== day) {
      this.#day = day
      this.#tradesToday = 0
      this.#lot = rules.lotFor(index, day.date)
    }
    const now = minutes.time[minute - 1]! + MINUTE
    const known = minute < minutes.time.length
    if (known && this.#held && this.#held.entry.signal.side !== signal.side) this.#sell(this.#held, minute, 'OPPOSITE_SIGNAL')
    const candidate = { ...UNSTOPPED, settings, tradesToday: this.#tradesToday, openTrades: this.#held ? 1 : 0 }
    const denial = refusedByTime(candidate, { now, session: day.session, dayCovered: true }) ?? refusedByTrades(candidate, HEALTHY)
    if (denial) this.#denials.push({ signal, denial })
    else if (known) this.#buy(signal, minute, day)
  }

  result(): Omit<BacktestResult, 'signals'> {
    return { trades: this.#trades, denials: this.#denials, stillOpen: this.#held ? [this.#held.entry] : [] }
  }

  #buy(signal: BacktestSignal, minute: number, { midnight, session }: HistoryDay): void {
    const { lots, windowEnd } = this.#plan.settings
    const { time, open } = this.#market.minutes
    const entryTime = time[minute]!
    this.#tradesToday++
    this.#held = {
      entry: {
        ...{ signal, contract: null, source: 'INDEX', quantity: lots * this.#lot },
        ...{ entryTime, entryPrice: columnPrice(open, minute) },
      },
      minute,
      timeUp: timeUp({ entryTime, terms: { windowEndsAt: midnight + windowEnd * MINUTE } }, session),
    }
  }

  #sell({ entry }: Held, minute: number, exitReason: ExitReason): void {
    const { time, open } = this.#market.minutes
    const exitPrice = columnPrice(open, minute)
    const gained = entry.signal.side === 'LONG' ? exitPrice - entry.entryPrice : entry.entryPrice - exitPrice
    const gross = paise(gained * entry.quantity)
    this.#trades.push({ ...entry, exitTime: time[minute]!, exitPrice, exitReason, levels: null, gross, charges: NOTHING, net: gross })
    this.#held = null
  }
}
