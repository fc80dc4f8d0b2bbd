import type { Logger } from 'pino'
import { SECOND, type Instant } from '../../../schema/time.ts'
import { signOf } from '../../../schema/trading/OrderSide.ts'
import { OWNERS_OWN, type LiveIncidentFacts, type LiveIncidentKind } from '../../../schema/trading/liveIncidents.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import { mayTrade, type BrokerPosition, type WaitingByHand } from '../../broker/port.ts'
import type { AccountLook } from '../orders/AccountLook.ts'
import { excesses } from '../orders/Excess.ts'
import { openQuantityOf } from '../orders/openQuantityOf.ts'
import { unknownUnits } from '../orders/unknownUnits.ts'
import { UnitLedger, type OwnOrder } from '../orders/UnitLedger.ts'
import type { OpenLeg } from '../positions/legs.ts'

/** Market milliseconds for which a cause must last before it is an incident. */
const AFTER: Readonly<Record<LiveIncidentKind, number>> = {
  EXIT_OPEN: 30 * SECOND,
  LEG_BARE: 5 * SECOND,
  // Books lag by up to ten seconds: units are in the positions before their fill is in ours.
  UNITS_UNKNOWN: 15 * SECOND,
  ORDER_LEFT: 5 * SECOND,
  STOP_WATCHED: 5 * SECOND,
  // Fills and positions show it alike.
  OVERFILLED: SECOND,
}
/** Looks that must show a leg bare: at the first one its stop may be on its way, however fast the market's clock runs. */
const BARE_LOOKS = 2
/** Market milliseconds for which a leg counts as closing after it was last seen to be: between two tries it is not for a moment. */
const CLOSING_FOR = 5 * SECOND

/** Market milliseconds for which the age of an exit is kept whose leg is not in memory: its user may be this node's again. */
const AWAY_FOR = 60 * SECOND

export interface LiveIncident extends LiveIncidentFacts {
  readonly userId: string
  /** Null: it is no trade's. */
  readonly tradeId: string | null
  /** What it is about, unique by user and kind: a leg, or a contract. */
  readonly subject: string
}

export interface LiveIncidentsParts {
  /** A user's open live legs. */
  readonly legsOf: (userId: string) => readonly OpenLeg[]
  /** A user's live orders that may be at the broker, protective stops included. */
  readonly ordersOf: (userId: string) => readonly OwnOrder[]
  /** What a user has waiting by hand at the broker. */
  readonly byHandOf: (userId: string) => readonly WaitingByHand[]
  /** The trading symbol of a listed contract, by instrumentId(). */
  readonly symbolOf: (instrument: string) => string | null
  /** Whether a trade is its owner's: the engine keeps no stop for it. */
  readonly isLetGo: (tradeId: string) => boolean
  /** Whether the engine alone watches a leg, as the account has not the margin of its stop. */
  readonly isWatched: (leg: OpenLeg) => boolean
  readonly log: Pick<Logger, 'error' | 'info'>
}

type IncidentKey = Pick<LiveIncident, 'userId' | 'kind' | 'subject'>

interface Cause {
  incident: LiveIncident
  since: Instant
  /** How many times it was found. */
  found: number
  isTold: boolean
}

/**
 * What must not last on a live account, by its state and not by what was reported: exits that do not close, legs with nothing at the exchange,
 * units that nobody knows, units that an order of ours sold too many, orders by hand that have lost what they were to close. Each stands as long as its cause, once that has lasted.
 */
export class LiveIncidents {
  readonly #parts: LiveIncidentsParts
  readonly #causes = new Map<string, Cause>()
  /** Market time at which legs were last seen to be closing. */
  readonly #closingAt = new Map<string, Instant>()
  /** Since when legs that were closing are not in memory: closed, or of a user who is not this node's. */
  readonly #awaySince = new Map<string, Instant>()
  /** Users whose orders by hand, by the broker's id, waited while a leg was open that they would close. */
  readonly #besideLegs = new Map<string, string>()
  #now: Instant

  /** `now`: market time. */
  constructor(parts: LiveIncidentsParts, now: Instant) {
    this.#parts = parts
    this.#now = now
  }

  /** Takes up incidents that stood before a start: only another look at their accounts ends them. */
  resume(incidents: readonly LiveIncident[]): void {
    for (const incident of incidents) {
      if (incident.kind === 'ORDER_LEFT') this.#besideLegs.set(incident.subject, incident.userId)
      if (this.#causes.has(keyOf(incident))) continue
      this.#causes.set(keyOf(incident), { incident, since: this.#now - AFTER[incident.kind], found: BARE_LOOKS, isTold: true })
    }
  }

  /** Those that stand. */
  get standing(): readonly LiveIncident[] {
    return [...this.#causes.values()].flatMap((cause) => (this.#stands(cause) ? cause.incident : []))
  }

  /**
   * Market time advanced. `legs`: all that are open and live; `isClosing`: whether an exit of one is under way, or to be retried. `isOpen`:
   * whether the exchanges are: otherwise nothing can be closed or protected.
   */
  onTime(now: Instant, legs: readonly OpenLeg[], isClosing: (legId: string) => boolean, isOpen: boolean): void {
    this.#now = now
    for (const cause of this.#causes.values()) cause.since = Math.min(cause.since, now)
    const open = new Set(legs.map(({ id }) => id))
    for (const legId of this.#closingAt.keys()) this.#keepAway(legId, open.has(legId))
    for (const { id } of legs) if (isClosing(id)) this.#closingAt.set(id, now)
    const closing = legs.filter(({ id }) => Math.abs(now - (this.#closingAt.get(id) ?? -Infinity)) < CLOSING_FOR)
    this.#replace('EXIT_OPEN', null, isOpen ? closing.map(ofLeg('EXIT_OPEN')) : [])
    const { isLetGo, isWatched } = this.#parts
    const watched = legs.filter((leg) => leg.stop !== null && !isLetGo(leg.tradeId) && isWatched(leg))
    this.#replace('STOP_WATCHED', null, isOpen ? watched.map(ofLeg('STOP_WATCHED')) : [])
    this.#drop(({ kind, subject }) => kind === 'LEG_BARE' && !(isOpen && open.has(subject)))
    for (const cause of this.#causes.values()) {
      if (cause.isTold || !this.#stands(cause)) continue
      cause.isTold = true
      const level = OWNERS_OWN.has(cause.incident.kind) ? 'info' : 'error'
      this.#parts.log[level]({ ...cause.incident }, 'an incident on a live account')
    }
  }

  /** An account was looked at. `isOpen`: whether the exchanges are. */
  onLook({ userId, orders, positions, fills }: Omit<AccountLook, 'mode' | 'at' | 'lost'>, isOpen: boolean): void {
    const { legsOf, ordersOf, isLetGo, isWatched } = this.#parts
    const [legs, own] = [legsOf(userId), ordersOf(userId)]
    const ledger = new UnitLedger(legs, own, { orders, positions })
    const waiting = new Set(orders.flatMap((order) => (mayTrade(order) ? order.clientOrderId : [])))
    const covered = new Set(own.flatMap((order) => (order.purpose === 'EXIT' && waiting.has(order.clientOrderId) ? order.legId : [])))
    const isBare = (leg: OpenLeg) =>
      leg.stop !== null && !isLetGo(leg.tradeId) && !isWatched(leg) && !covered.has(leg.id) && ledger.held(leg.contract, leg.side) > 0
    this.#replace('LEG_BARE', userId, isOpen ? legs.filter(isBare).map(ofLeg('LEG_BARE')) : [])

    const ofContract = (kind: LiveIncidentKind, subject: string, units: number): LiveIncident => ({
      ...{ userId, kind, subject, tradeId: null, option: this.#nameOf({ userId, kind, subject }, subject), units },
    })
    const over = excesses({ legs, own, positions, fills })
    this.#replace(
      'OVERFILLED',
      userId,
      [...over].map(([subject, units]) => ofContract('OVERFILLED', subject, -units)),
    )
    const unknown = [...unknownUnits(legs, own, { orders, positions, fills })].filter(([subject]) => !over.has(subject))
    this.#replace(
      'UNITS_UNKNOWN',
      userId,
      unknown.map(([subject, units]) => ofContract('UNITS_UNKNOWN', subject, units)),
    )
    this.#replace('ORDER_LEFT', userId, this.#left(userId, legs, positions))
  }

  /** Orders by hand that would open a position, as what they waited for to close was closed by another. */
  #left(userId: string, legs: readonly OpenLeg[], positions: readonly BrokerPosition[]): LiveIncident[] {
    const waiting = this.#parts.byHandOf(userId)
    const closes = (order: WaitingByHand) =>
      legs.some((leg) => leg.side !== order.side && instrumentId(leg.contract) === instrumentId(order.contract))
    const ids = new Set(waiting.map(({ brokerOrderId }) => brokerOrderId))
    for (const [id, owner] of this.#besideLegs) if (owner === userId && !ids.has(id)) this.#besideLegs.delete(id)
    for (const order of waiting) if (closes(order)) this.#besideLegs.set(order.brokerOrderId, userId)
    return waiting.flatMap((order): LiveIncident | [] => {
      if (!this.#besideLegs.has(order.brokerOrderId)) return []
      const id = instrumentId(order.contract)
      const net = positions.find(({ contract, product }) => product === order.product && instrumentId(contract) === id)?.netQuantity ?? 0
      const sign = signOf(order.side)
      const units = Math.max(0, order.units - Math.max(0, -sign * net))
      if (units === 0) return []
      const key = { userId, kind: 'ORDER_LEFT', subject: order.brokerOrderId } as const
      return { ...key, tradeId: null, option: this.#nameOf(key, id), units: sign * units }
    })
  }

  /** The trading symbol of the contract that an incident is about; while it is not listed yet, the one that the incident had before. */
  #nameOf(key: IncidentKey, contract: string): string {
    return this.#parts.symbolOf(contract) ?? this.#causes.get(keyOf(key))?.incident.option ?? contract
  }

  /** What is not in memory stays for a while as it was last seen. */
  #keepAway(legId: string, isOpen: boolean): void {
    const since = this.#awaySince.get(legId) ?? this.#now
    if (isOpen) this.#awaySince.delete(legId)
    else if (Math.abs(this.#now - since) < AWAY_FOR) {
      this.#awaySince.set(legId, since)
      this.#closingAt.set(legId, this.#now)
    } else {
      this.#awaySince.delete(legId)
      this.#closingAt.delete(legId)
    }
  }

  #stands({ incident: { kind, subject }, since, found }: Cause): boolean {
    if (kind === 'LEG_BARE' && found < BARE_LOOKS) return false
    return this.#now - since >= AFTER[kind] && !this.#awaySince.has(subject)
  }

  /** These are the causes of a kind, of a user or of all. */
  #replace(kind: LiveIncidentKind, userId: string | null, incidents: readonly LiveIncident[]): void {
    const found = new Set(incidents.map(keyOf))
    this.#drop((each) => each.kind === kind && (userId === null || each.userId === userId) && !found.has(keyOf(each)))
    for (const incident of incidents) {
      const cause = this.#causes.get(keyOf(incident))
      if (cause) Object.assign(cause, { incident, found: cause.found + 1 })
      else this.#causes.set(keyOf(incident), { incident, since: this.#now, found: 1, isTold: false })
    }
  }

  #drop(isOver: (incident: LiveIncident) => boolean): void {
    for (const [key, cause] of this.#causes) {
      const { incident, isTold } = cause
      if (!isOver(incident)) continue
      if (isTold) this.#parts.log.info({ ...incident }, 'an incident on a live account is over')
      cause.isTold = false
      if (!this.#awaySince.has(incident.subject)) this.#causes.delete(key)
    }
  }
}

function ofLeg(kind: 'EXIT_OPEN' | 'LEG_BARE' | 'STOP_WATCHED') {
  return (leg: OpenLeg): LiveIncident => ({
    ...{ userId: leg.userId, kind, subject: leg.id, tradeId: leg.tradeId, option: leg.contract.tradingSymbol },
    units: signOf(leg.side) * openQuantityOf(leg),
  })
}

function keyOf({ userId, kind, subject }: IncidentKey): string {
  return `${kind} ${userId} ${subject}`
}
