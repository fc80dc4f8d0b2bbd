import { paise } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'
import type { Denial } from '../../schema/trading/denials.ts'
import { clientOrderIdOf, type EntryOrder, type Signal } from '../trading/orders/orders.ts'
import type { Candidate } from '../trading/risk/assess.ts'
import type { StrategyVersion } from '../trading/signals/ActiveStrategies.ts'
import { entrySlices } from '../trading/signals/entrySlices.ts'
import type { Decided, SignalBatch } from '../trading/signals/SignalDesk.ts'
import { takeSignals, type AddressedSignal, type DeniedSignal, type Judge, type TakenSignal } from '../trading/signals/takeSignals.ts'
import type { SimulatedAccounts } from './SimulatedAccounts.ts'
import type { SimulatedRecords, SimulatedSubscription } from './SimulatedRecords.ts'
import type { SimulatedTrades } from './SimulatedTrades.ts'

/** Signals and the answers to them, as `DecisionStore` decides them in PostgreSQL. Every call is one transaction. */
export class SimulatedDecisions {
  readonly #records: SimulatedRecords
  readonly #accounts: SimulatedAccounts
  readonly #trades: SimulatedTrades

  constructor(records: SimulatedRecords, accounts: SimulatedAccounts, trades: SimulatedTrades) {
    this.#records = records
    this.#accounts = accounts
    this.#trades = trades
  }

  refuse(batch: SignalBatch, now: Instant, denialOf: (candidate: Candidate) => Denial): number {
    const addressed = this.#storeSignals(batch).flatMap((signal) => this.#addressedBy(signal, now))
    this.#deny(addressed.map((each) => ({ ...each, denial: denialOf(each.candidate) })))
    this.#storeAnswers(addressed)
    return addressed.length
  }

  decide(batch: SignalBatch, now: Instant, judge: Judge): Decided {
    const signals = this.#storeSignals(batch)
    const against = [...this.#records.legs].filter((leg) =>
      signals.some((signal) => isOfSameVersion(leg, signal) && leg.index === batch.index && leg.signal !== signal.side),
    )
    const { exits } = this.#trades.submitExits(against.map(({ id }) => ({ legId: id, reason: 'OPPOSITE_SIGNAL', at: now })))
    this.#cancelEntriesAgainst(batch, signals)
    const addressed = signals.flatMap((signal) => this.#addressedBy(signal, now))
    const asked = new Set(addressed.map(({ candidate }) => candidate.userId))
    const users = this.#records.users.filter(({ id }) => asked.has(id))
    const accounts = new Map(users.map((user) => [user.id, this.#accounts.accountOf(user, now)]))
    const { taken, denied } = takeSignals(addressed, { PAPER: accounts, LIVE: new Map() }, judge)
    this.#storeAnswers(addressed)
    this.#deny(denied)
    return { entries: this.#storeEntries(taken, now), exits, denied: denied.length }
  }

  #storeSignals({ index, interval, candleTime, price, signals }: SignalBatch): Signal[] {
    return signals.map(({ strategyId, version, side }) =>
      this.#records.storeSignal({ strategyId, version, index, interval, candleTime, side, price }),
    )
  }

  #storeAnswers(addressed: readonly AddressedSignal[]): void {
    for (const { signalId, candidate } of addressed) this.#records.storeAnswer(signalId, candidate.subscriptionId)
  }

  #storeEntries(taken: readonly TakenSignal[], now: Instant): EntryOrder[] {
    const slices = entrySlices(taken, this.#records.newId, this.#records.freezeAt(now))
    const entries = slices.map(({ signalId, candidate, part, tradeId, legId }): EntryOrder => {
      const { userId, subscriptionId, strategyId, version, mode } = candidate
      const id = this.#records.newId()
      return {
        ...{ id, clientOrderId: clientOrderIdOf('ENTRY', id), userId, subscriptionId, strategyId, tradeId, legId, mode },
        ...{ purpose: 'ENTRY', signalId, version, ...part, filledQuantity: 0, filledValue: paise(0), status: 'INTENT', intendedAt: now },
      }
    })
    for (const entry of entries) this.#records.storeOrder({ ...entry, firstFillAt: null })
    return entries
  }

  #deny(denied: readonly DeniedSignal[]): void {
    const { denials } = this.#records
    for (const { denial } of denied) denials.set(denial.reason, (denials.get(denial.reason) ?? 0) + 1)
  }

  #cancelEntriesAgainst({ index }: SignalBatch, signals: readonly Signal[]): void {
    for (const order of [...this.#records.orders]) {
      if (order.purpose !== 'ENTRY' || order.status !== 'INTENT') continue
      const made = this.#records.signalOf(order.signalId)
      if (made?.index === index && signals.some((signal) => isOfSameVersion(order, signal) && made.side !== signal.side))
        this.#records.storeOrder({ ...order, status: 'CANCELLED' })
    }
  }

  #addressedBy(signal: Signal, now: Instant): AddressedSignal[] {
    return this.#records.subscriptions
      .filter((subscription) => isOfSameVersion(subscription, signal) && !this.#records.hasAnswered(signal.id, subscription.id))
      .map((subscription) => ({ signalId: signal.id, side: signal.side, candidate: this.#candidateOf(subscription, signal, now) }))
  }

  #candidateOf({ id, userId, strategyId, version, settings }: SimulatedSubscription, { index, side }: Signal, now: Instant): Candidate {
    const isHere = (order: EntryOrder) => order.contract.index === index && this.#records.signalOf(order.signalId)?.side === side
    const killed = this.#records.kills.widestFor({ userId, strategyId })
    const counts = this.#accounts.tradeCounts(id, now, isHere)
    return { subscriptionId: id, userId, strategyId, version, mode: 'PAPER', unmetGates: [], settings, killed, ...counts }
  }
}

function isOfSameVersion(one: StrategyVersion, other: StrategyVersion): boolean {
  return one.strategyId === other.strategyId && one.version === other.version
}
