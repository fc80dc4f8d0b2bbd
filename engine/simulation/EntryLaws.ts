import { SESSION_LIMITS } from '../../schema/limits.ts'
import { istDate, istMinuteOfDay, SECOND } from '../../schema/time.ts'
import type { EntryOrder } from '../trading/orders/orders.ts'
import type { Evidence } from './Evidence.ts'
import { costOfOpen, mayOpenAgain, ruleLegOf } from './positionLaws.ts'
import { SimulatedDailyLosses } from './SimulatedDailyLosses.ts'
import { isLive } from './SimulatedRecords.ts'
import { sum } from './sum.ts'

/** After a jump of the clock no entry for this long. */
const CLOCK_STEP_QUIET_MS = 10 * SECOND

/** What must hold when an entry is committed: one for a signal, within the account, and nothing that stops it. */
export class EntryLaws {
  readonly #evidence: Evidence
  readonly #losses: SimulatedDailyLosses
  /** The trade that a subscription's answer to a signal was to open. */
  readonly #entered = new Map<string, string>()

  constructor(evidence: Evidence) {
    this.#evidence = evidence
    this.#losses = new SimulatedDailyLosses(evidence.records)
  }

  check(entry: EntryOrder): void {
    const { rules, world, records, violations } = this.#evidence
    const key = `${entry.signalId} ${entry.subscriptionId}`
    const entered = this.#entered.get(key) ?? entry.tradeId
    if (entered !== entry.tradeId) violations.add('I2', `a second entry of one signal for subscription ${entry.subscriptionId}`)
    this.#entered.set(key, entered)
    if (!this.#isReentry(entry)) this.#checkFunds(entry.userId)
    const silent = world.silentMs()
    if (silent === null || silent > SESSION_LIMITS.staleFeedMs) violations.add('I7', `entry with a feed silent for ${silent} ms`)
    const stepped = world.clockSteppedMsAgo()
    if (stepped !== null && stepped < CLOCK_STEP_QUIET_MS) violations.add('I7', `entry ${stepped} ms after a clock step`)
    if (this.#losses.lossThatStopped(entry.userId, entry.intendedAt) !== null) violations.add('I7', 'entry on a day that its user has lost')
    for (const kill of records.kills.inForce)
      if (kill.scope === 'GLOBAL' || kill.scopeId === entry.userId || kill.scopeId === entry.strategyId)
        violations.add('I7', `entry against a kill switch of scope ${kill.scope}`)
    const now = world.now()
    const session = rules.sessionOf(istDate(now))
    if (!session || now < session.open || now >= session.close) violations.add('I7', 'entry outside of the session')
    if (istMinuteOfDay(entry.intendedAt) >= istMinuteOfDay(entry.terms.windowEndsAt)) violations.add('I7', 'entry after the window')
  }

  /** Whether its leg was to be opened before: then it was stopped, and no other entry is to open it. */
  #isReentry({ legId, tradeId, strategyId, terms }: EntryOrder): boolean {
    const { rows, violations } = this.#evidence
    const leg = terms.position?.leg ?? null
    const others = rows.ordersOf(tradeId).filter((order) => order.legId !== legId && ruleLegOf(order) === leg)
    if (others.length === 0) return false
    const position = rows.positionOf(tradeId, { strategyId, terms })
    if (!position || leg === null) violations.add('I2', `a second leg of trade ${tradeId}`)
    else if (others.some(isLive)) violations.add('I14', `leg ${leg} of trade ${tradeId} is opened twice at once`)
    else if (!mayOpenAgain(position, leg) && !rows.isToldLate(tradeId))
      violations.add('I14', `leg ${leg} of trade ${tradeId} is opened again and may not be`)
    return true
  }

  /** Trades and entries under way never set aside more than there is: a position all that it takes, from its first fill to its end. */
  #checkFunds(userId: string): void {
    const { rows, records, violations } = this.#evidence
    const funds = records.users.find(({ id }) => id === userId)?.funds ?? 0
    const there = funds + rows.netOfClosed(userId)
    let taken = 0
    const counted = new Set<string>()
    for (const trade of records.trades.values()) {
      if (trade.userId !== userId || trade.closing) continue
      counted.add(trade.id)
      taken += trade.terms.position?.funds ?? sum(rows.legsOf(trade.id), costOfOpen)
    }
    for (const order of rows.orders) {
      if (order.userId !== userId || order.purpose !== 'ENTRY' || !isLive(order)) continue
      const { terms, tradeId, reserved, quantity, filledQuantity } = order
      if (!terms.position || !counted.has(tradeId)) taken += Math.floor((reserved * (quantity - filledQuantity)) / quantity)
    }
    if (taken > there) violations.add('I7', `entry with ${taken} set aside of the ${there} that user ${userId} has`)
  }
}
