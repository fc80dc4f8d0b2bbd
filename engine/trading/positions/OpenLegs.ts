import { Multimap } from '../../../schema/Multimap.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { AccountKey, Tick } from '../../broker/port.ts'
import { dueExits } from './dueExits.ts'
import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import type { ExitReason } from '../../../schema/trading/exits.ts'
import { openLossAt } from './openLossAt.ts'
import type { OpenLeg, Leg } from './legs.ts'
import { watchLeg } from './watchLeg.ts'

/** A leg to close, and why. */
export interface ExitRequest {
  readonly legId: string
  readonly reason: ExitReason
  /** Market time. */
  readonly at: Instant
  /** The gateway's id, when it was requested there. */
  readonly requestId?: string | null
}

/** An open leg with its trailed stop. */
interface Watched {
  leg: OpenLeg
}

/**
 * The open legs in memory, indexed by contract, so that a quote costs as much as its contract has legs, however many there are. The
 * database decides what is open; this makes quotes cheap.
 */
export class OpenLegs {
  readonly #byId = new Map<string, Watched>()
  readonly #byInstrument = new Multimap<string, Watched>()
  readonly #byUser = new Multimap<string, Watched>()
  readonly #byTrade = new Multimap<string, Watched>()
  /** By contract with open legs. */
  readonly #lastPrices = new Map<string, Paise>()
  /** Stops that trailed since last taken, by leg id. */
  #raised = new Map<string, Paise>()

  get size(): number {
    return this.#byId.size
  }

  /** How many trades have an open leg. */
  get trades(): number {
    return this.#byTrade.size
  }

  *[Symbol.iterator](): Iterator<OpenLeg> {
    for (const { leg } of this.#byId.values()) yield leg
  }

  /** What contracts with open legs last traded at, by instrumentId(). */
  get lastPrices(): ReadonlyMap<string, Paise> {
    return this.#lastPrices
  }

  /** Those that are live. */
  get live(): OpenLeg[] {
    return [...this].filter(({ mode }) => mode === 'LIVE')
  }

  /** A user's live legs, oldest first. */
  liveOf(userId: string): OpenLeg[] {
    return this.ofAccount({ userId, mode: 'LIVE' })
  }

  /** The legs of an account, oldest first. */
  ofAccount({ userId, mode }: AccountKey): OpenLeg[] {
    const legs = [...this.#byUser.of(userId)].map(({ leg }) => leg)
    return legs.filter((leg) => leg.mode === mode).toSorted((one, other) => one.entryTime - other.entryTime)
  }

  has(legId: string): boolean {
    return this.#byId.has(legId)
  }

  get(legId: string): OpenLeg | null {
    return this.#byId.get(legId)?.leg ?? null
  }

  /** Adds a leg or updates it; a stop that trailed further here stays. True when it is new. */
  keep(leg: OpenLeg): boolean {
    const known = this.#byId.get(leg.id)
    if (known) {
      known.leg = leg.terms.trailingStopPercent === null ? leg : { ...leg, stop: higherOf(leg.stop, known.leg.stop) }
      return false
    }
    const watched = { leg }
    this.#byId.set(leg.id, watched)
    this.#byInstrument.add(instrumentId(leg.contract), watched)
    this.#byUser.add(leg.userId, watched)
    this.#byTrade.add(leg.tradeId, watched)
    return true
  }

  /** False when it was missing. */
  drop({ id, tradeId, contract, userId }: Leg): boolean {
    const watched = this.#byId.get(id)
    if (!watched) return false
    this.#byId.delete(id)
    this.#raised.delete(id)
    const instrument = instrumentId(contract)
    this.#byInstrument.delete(instrument, watched)
    this.#byUser.delete(userId, watched)
    this.#byTrade.delete(tradeId, watched)
    if (!this.#byInstrument.has(instrument)) this.#lastPrices.delete(instrument)
    return true
  }

  /**
   * The legs of a quote's contract that are their whole trade and have reached a level; skips those in `exiting`. The others' stops trail.
   */
  onTick(tick: Tick, exiting: ReadonlySet<string>): ExitRequest[] {
    const id = instrumentId(tick)
    if (!this.#byInstrument.has(id)) return []
    this.#lastPrices.set(id, tick.lastPrice)
    const requests: ExitRequest[] = []
    for (const each of this.#byInstrument.of(id)) {
      const { leg } = each
      if (leg.terms.position || exiting.has(leg.id) || tick.at < leg.entryTime) continue
      const seen = watchLeg(leg, tick.lastPrice)
      if (typeof seen === 'string') requests.push({ legId: leg.id, reason: seen, at: tick.at })
      else if (seen !== leg) {
        each.leg = seen
        if (seen.stop !== null) this.#raised.set(leg.id, seen.stop)
      }
    }
    return requests
  }

  /** The legs whose time is up at a market time; skips those in `exiting`. */
  due(now: Instant, session: Session, rules: MarketRules, exiting: ReadonlySet<string>): ExitRequest[] {
    const requests: ExitRequest[] = []
    for (const { leg, reason } of dueExits(this, now, session, rules))
      if (!exiting.has(leg.id)) requests.push({ legId: leg.id, reason, at: now })
    return requests
  }

  /**
   * What those of a user's open legs that count lose if they are closed at their last prices at a market time, charges of both sides
   * included; negative is a gain.
   */
  lossOf(userId: string, now: Instant, rules: MarketRules, counts: (leg: Leg) => boolean): Paise {
    let loss = 0
    for (const { leg } of this.#byUser.of(userId)) {
      if (!counts(leg)) continue
      const lastPrice = this.#lastPrices.get(instrumentId(leg.contract))
      if (lastPrice !== undefined) loss += openLossAt(leg, lastPrice, now, rules)
    }
    return paise(loss)
  }

  /** The stops that trailed since the last call. */
  takeRaisedStops(): { readonly legId: string; readonly stop: Paise }[] {
    const raised = [...this.#raised].map(([legId, stop]) => ({ legId, stop }))
    this.#raised = new Map()
    return raised
  }
}

function higherOf(one: Paise | null, other: Paise | null): Paise | null {
  return one === null || other === null ? (one ?? other) : paise(Math.max(one, other))
}
