import { paise } from '../../schema/money.ts'
import { istDate, istInstant, MINUTE, type Instant } from '../../schema/time.ts'
import type { EntryOrder, Order } from '../trading/orders/orders.ts'
import type { Account, Candidate } from '../trading/risk/assess.ts'
import type { SimulatedDailyLosses } from './SimulatedDailyLosses.ts'
import { isLive, type SimulatedRecords, type SimulatedUser } from './SimulatedRecords.ts'

/** What users have, hold and have done, counted anew from the rows for every decision. */
export class SimulatedAccounts {
  readonly #records: SimulatedRecords
  readonly #losses: SimulatedDailyLosses

  constructor(records: SimulatedRecords, losses: SimulatedDailyLosses) {
    this.#records = records
    this.#losses = losses
  }

  accountOf({ id, funds, maxOpenTrades, maxDailyLoss, squareOffAtDailyLoss }: SimulatedUser, now: Instant): Account {
    const { subscriptions, trades } = this.#records
    const entries = subscriptions.flatMap((subscription) => (subscription.userId === id ? this.#records.entriesOf(subscription.id) : []))
    const made = entries.filter((entry) => isLive(entry) || entry.filledQuantity > 0)
    const madeSince = (from: Instant) => tradesOf(made.filter(({ intendedAt }) => intendedAt >= from))
    let used = 0
    for (const tradeId of new Set(entries.map((entry) => entry.tradeId))) used += trades.get(tradeId)?.blocked ?? 0
    for (const entry of entries) if (isLive(entry)) used += entry.reserved
    const dayStart = istInstant(istDate(now), 0)
    return {
      available: paise(funds + this.#records.realisedOf(id) - used),
      openTrades: tradesOf(entries.filter((entry) => this.#isPosition(entry))),
      ...{ entriesLastMinute: madeSince(now - MINUTE), entriesToday: madeSince(dayStart) },
      ...{ maxOpenTrades, maxDailyLoss, lossToday: this.#losses.closedLossOf(id, now) },
      lossThatStopped: squareOffAtDailyLoss ? this.#losses.lossThatStopped(id, now) : null,
    }
  }

  /** How many trades a subscription has made today, and how many are open of those that `isHere` is true of. */
  tradeCounts(subscriptionId: string, now: Instant, isHere: (entry: EntryOrder) => boolean): Pick<Candidate, 'tradesToday' | 'openTrades'> {
    const entries = this.#records.entriesOf(subscriptionId)
    const dayStart = istInstant(istDate(now), 0)
    const today = entries.filter(
      (order) => order.intendedAt >= dayStart && (isLive(order) || order.status === 'FILLED' || order.filledQuantity > 0),
    )
    const open = entries.filter((order) => isHere(order) && this.#isPosition(order))
    return { tradesToday: tradesOf(today), openTrades: tradesOf(open) }
  }

  /** Whether an entry is a position, or may still become one. */
  #isPosition(entry: Order): boolean {
    return isLive(entry) || this.#records.isRunning(entry.tradeId)
  }
}

/** How many trades the orders are of. */
function tradesOf(orders: readonly Order[]): number {
  return new Set(orders.map(({ tradeId }) => tradeId)).size
}
