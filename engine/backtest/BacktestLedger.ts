import { paise, type Paise } from '../../schema/money.ts'
import { DAY, IST_OFFSET, MINUTE, type Instant } from '../../schema/time.ts'
import type { Account } from '../trading/assess.ts'
import { outcomeOf, type OpenTrade, type Trade } from '../trading/trades.ts'
import type { BacktestAccount } from './BacktestPlan.ts'

/** An open trade and what its contract was last traded at. */
interface Held {
  readonly trade: OpenTrade
  readonly lastPrice: Paise
}

/** What a backtest's account has done: answers what live trading asks its tables (engine/store/accounts.ts, candidates.ts). */
export class BacktestLedger {
  readonly #account: BacktestAccount
  /** Ascending. */
  readonly #entries: Instant[] = []
  /** Net of the trades closed on a day, by the day's number. */
  readonly #netOfDay = new Map<number, number>()
  #funds: Paise

  constructor(account: BacktestAccount) {
    this.#account = account
    this.#funds = account.funds
  }

  /** `at`: when the first unit was bought, market time, never before that of the entry before. */
  enter(at: Instant): void {
    this.#entries.push(at)
  }

  /** Throws when the trade is open. */
  close(trade: Trade): void {
    if (!trade.closing) throw new RangeError(`trade ${trade.id} is open`)
    const { net } = outcomeOf(trade)
    const day = dayOf(trade.closing.exitTime)
    this.#netOfDay.set(day, (this.#netOfDay.get(day) ?? 0) + net)
    this.#funds = paise(this.#funds + net)
  }

  /** Trades entered on the market day of a moment so far: an entry that found no price was none. */
  entriesToday(now: Instant): number {
    return this.#entriesSince(midnightOf(now))
  }

  /** The account at a moment, with the trades that are open then. */
  accountAt(now: Instant, open: readonly Held[]): Account {
    const { maxOpenTrades, maxDailyLoss } = this.#account
    let available = this.#funds
    let lossToday = -(this.#netOfDay.get(dayOf(now)) ?? 0)
    for (const { trade, lastPrice } of open) {
      available = paise(available - trade.entryValue - trade.charges)
      lossToday += trade.entryValue - lastPrice * trade.quantity
    }
    return {
      available,
      openTrades: open.length,
      maxOpenTrades,
      entriesLastMinute: this.#entriesSince(now - MINUTE),
      entriesToday: this.entriesToday(now),
      lossToday: paise(lossToday),
      maxDailyLoss,
    }
  }

  #entriesSince(from: Instant): number {
    return this.#entries.length - 1 - this.#entries.findLastIndex((at) => at < from)
  }
}

/** Days in India since the epoch. */
function dayOf(at: Instant): number {
  return Math.floor((at + IST_OFFSET) / DAY)
}

function midnightOf(at: Instant): Instant {
  return dayOf(at) * DAY - IST_OFFSET
}
