import { paise, type Paise } from '../../../schema/money.ts'
import { DAY, IST_OFFSET, MINUTE, type Instant } from '../../../schema/time.ts'
import type { Account } from '../../trading/risk/assess.ts'
import { closesOpenTrades } from '../../trading/risk/dailyLoss.ts'
import { outcomeOf, type Leg } from '../../trading/positions/legs.ts'
import type { BacktestAccount } from './BacktestPlan.ts'

/** An open trade as its account sees it. */
export interface OpenTrade {
  /** Funds reserved for it. */
  readonly blocked: Paise
  /** What its open legs lose if they are closed at their last prices at a moment, charges of both sides included; negative is a gain. */
  openLoss(now: Instant): Paise
}

/** The books of a backtest's account: answers what live trading queries its tables for (engine/store/accounts.ts, candidates.ts). */
export class BacktestLedger {
  readonly #account: BacktestAccount
  /** Ascending. */
  readonly #entries: Instant[] = []
  /** Net of the legs closed on a day, by the day's number. */
  readonly #netOfDay = new Map<number, number>()
  /** The last day whose loss closed the open trades, and that loss: it stays lost for the rest of the day. */
  #stopped: { readonly day: number; readonly loss: Paise } | null = null
  #funds: Paise

  constructor(account: BacktestAccount) {
    this.#account = account
    this.#funds = account.funds
  }

  /** `at`: when the first unit was opened, market time, never before the previous entry. */
  enter(at: Instant): void {
    this.#entries.push(at)
  }

  /** Credits a leg's result at once, even while others are open. Throws when the leg is open. */
  close(leg: Leg): void {
    if (!leg.closing) throw new RangeError(`leg ${leg.id} is open`)
    const { net } = outcomeOf(leg)
    const day = dayOf(leg.closing.exitTime)
    this.#netOfDay.set(day, (this.#netOfDay.get(day) ?? 0) + net)
    this.#funds = paise(this.#funds + net)
  }

  /** Net loss of the market day of a moment, open trades as if they were closed at their last price included; negative is a gain. */
  lossToday(now: Instant, open: readonly OpenTrade[]): Paise {
    let loss = -(this.#netOfDay.get(dayOf(now)) ?? 0)
    for (const trade of open) loss += trade.openLoss(now)
    return paise(loss)
  }

  /** Whether the loss of the market day closes what is open at a moment. */
  closesOpenTrades(now: Instant, open: readonly OpenTrade[]): boolean {
    // Called every minute: most accounts have not chosen it.
    if (!this.#account.squareOffAtDailyLoss || open.length === 0) return false
    if (this.#stopped?.day === dayOf(now)) return true
    const loss = this.lossToday(now, open)
    if (!closesOpenTrades(this.#account, loss)) return false
    this.#stopped = { day: dayOf(now), loss }
    return true
  }

  /** Trades entered on the market day of a moment so far; an entry without a price does not count. */
  entriesToday(now: Instant): number {
    return this.#entriesSince(midnightOf(now))
  }

  /** The account at a moment, with the trades open then. */
  accountAt(now: Instant, open: readonly OpenTrade[]): Account {
    const { maxOpenTrades, maxDailyLoss } = this.#account
    let available = this.#funds
    for (const { blocked } of open) available = paise(available - blocked)
    return {
      available,
      openTrades: open.length,
      maxOpenTrades,
      entriesLastMinute: this.#entriesSince(now - MINUTE),
      entriesToday: this.entriesToday(now),
      lossToday: this.lossToday(now, open),
      lossThatStopped: this.#stopped?.day === dayOf(now) ? this.#stopped.loss : null,
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
