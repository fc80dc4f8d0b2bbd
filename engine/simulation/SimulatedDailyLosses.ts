import { paise, type Paise } from '../../schema/money.ts'
import { istDate, istInstant, type Instant } from '../../schema/time.ts'
import { outcomeOf } from '../trading/positions/legs.ts'
import type { TradeSummary } from '../trading/positions/summaryOf.ts'
import type { DailyLoss } from '../trading/risk/DailyLossWatch.ts'
import type { SimulatedRecords } from './SimulatedRecords.ts'

/** The losses of the market day and what they stop, as `DailyLosses` has them in PostgreSQL. On paper: nothing is simulated live. */
export class SimulatedDailyLosses {
  readonly #records: SimulatedRecords

  constructor(records: SimulatedRecords) {
    this.#records = records
  }

  dailyLosses(now: Instant): readonly DailyLoss[] {
    return this.#records.users.flatMap(({ id: userId, maxDailyLoss, squareOffAtDailyLoss }) => {
      const open = this.#runningTrades(userId)
      if (!squareOffAtDailyLoss || maxDailyLoss === null || open.every(({ id }) => this.#records.exitRequests.has(id))) return []
      const openTrades = new Set(open.map(({ id }) => id))
      const [closedLoss, stoppedAt] = [this.closedLossOf(userId, now), this.lossThatStopped(userId, now)]
      return { userId, mode: 'PAPER', maxDailyLoss, closedLoss, stoppedAt, openTrades }
    })
  }

  stopForToday(userId: string, loss: Paise, now: Instant): void {
    const { lostDays, exitRequests } = this.#records
    const key = dayOf(userId, now)
    if (!lostDays.has(key)) lostDays.set(key, loss)
    for (const { id } of this.#runningTrades(userId)) exitRequests.set(id, 'DAILY_LOSS')
  }

  /** The loss that closed a user's legs on a day; null: none did. */
  lossThatStopped(userId: string, now: Instant): Paise | null {
    return this.#records.lostDays.get(dayOf(userId, now)) ?? null
  }

  /** Of the legs closed on the market day. */
  closedLossOf(userId: string, now: Instant): Paise {
    let loss = 0
    const dayStart = istInstant(istDate(now), 0)
    for (const leg of this.#records.legs)
      if (leg.userId === userId && leg.closing && leg.closing.exitTime >= dayStart) loss -= outcomeOf(leg).net
    return paise(loss)
  }

  /**
   * Whether a user wants no leg open any more on a day, for what closed legs have lost, with what open ones have (negative: a gain) and
   * without it, or for what was lost before.
   */
  wantsNothingOpen(userId: string, now: Instant, openLoss: number): boolean {
    const user = this.#records.users.find(({ id }) => id === userId)
    if (!user?.squareOffAtDailyLoss || user.maxDailyLoss === null) return false
    return this.lossThatStopped(userId, now) !== null || this.closedLossOf(userId, now) + Math.min(0, openLoss) >= user.maxDailyLoss
  }

  #runningTrades(userId: string): TradeSummary[] {
    return [...this.#records.trades.values()].filter((trade) => trade.closing === null && trade.userId === userId)
  }
}

function dayOf(userId: string, now: Instant): string {
  return `${userId} ${istDate(now)}`
}
