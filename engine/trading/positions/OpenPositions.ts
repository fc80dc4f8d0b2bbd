import { Multimap } from '../../../schema/Multimap.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { OptionContract, Tick } from '../../broker/port.ts'
import { isOpen, type Leg } from './legs.ts'
import type { ExitRequest } from './OpenLegs.ts'
import type { PositionTerms } from '../orders/orders.ts'
import { heldOf } from './heldOf.ts'
import type { HeldPosition } from './HeldPosition.ts'
import { legLevels } from './legLevels.ts'
import { waitingRules, watchPosition } from './watchPosition.ts'

/** A position of legs in memory. */
export interface OpenPosition {
  readonly tradeId: string
  readonly terms: PositionTerms
  /** Every leg ever opened, oldest first. */
  readonly legs: readonly Leg[]
}

/** A leg to be reopened. */
export interface Reentry {
  /** As first opened. */
  readonly first: Leg
  /** Market time. */
  readonly at: Instant
}

/** What a quote does to positions. */
export interface Reached {
  readonly exits: readonly ExitRequest[]
  readonly reentries: readonly Reentry[]
}

interface Watched {
  readonly tradeId: string
  readonly terms: PositionTerms
  legs: Leg[]
  held: HeldPosition
}

interface Quote {
  readonly price: Paise
  readonly at: Instant
}

const NOTHING: Reached = { exits: [], reentries: [] }

/**
 * The running positions of legs in memory, indexed by contract: a quote costs as much as its contract has positions. A leg's contract stays
 * indexed while its position runs, as the leg may reopen. The database decides what is open.
 */
export class OpenPositions {
  readonly #byTrade = new Map<string, Watched>()
  readonly #byInstrument = new Multimap<string, Watched>()
  readonly #quotes = new Map<string, Quote>()
  readonly #idle = new Set<Watched>()
  /** Since last taken, by trade and by leg. */
  #risen = new Map<string, Paise>()
  #moved = new Map<string, Paise>()

  get size(): number {
    return this.#byTrade.size
  }

  /** Trade ids. */
  get ids(): Iterable<string> {
    return this.#byTrade.keys()
  }

  get(tradeId: string): OpenPosition | null {
    return this.#byTrade.get(tradeId) ?? null
  }

  /** Adds a leg or updates it. `terms`: its position's. True when the leg is new. */
  keep(leg: Leg, terms: PositionTerms): boolean {
    const known = this.#byTrade.get(leg.tradeId)
    const watched = known ?? { tradeId: leg.tradeId, terms, legs: [], held: heldOf(terms, [], null) }
    this.#byTrade.set(leg.tradeId, watched)
    const at = watched.legs.findIndex(({ id }) => id === leg.id)
    if (at < 0) watched.legs = [...watched.legs, leg].sort((a, b) => (a.id < b.id ? -1 : 1))
    else watched.legs = watched.legs.with(at, leg)
    watched.held = heldOf(terms, watched.legs, watched.held.kept)
    if (watched.legs.some(isOpen)) this.#idle.delete(watched)
    else this.#idle.add(watched)
    this.#noteMovedStops(watched)
    this.#byInstrument.add(instrumentId(leg.contract), watched)
    return at < 0
  }

  /** The locked profit according to the books. A higher one here stays. */
  lock(tradeId: string, kept: Paise): void {
    const watched = this.#byTrade.get(tradeId)
    if (watched) watched.held = { ...watched.held, kept: paise(Math.max(kept, watched.held.kept ?? kept)) }
  }

  /** A trade has ended. Returns the contracts of its legs. */
  drop(tradeId: string): OptionContract[] {
    const watched = this.#byTrade.get(tradeId)
    if (!watched) return []
    this.#byTrade.delete(tradeId)
    this.#idle.delete(watched)
    this.#risen.delete(tradeId)
    for (const { id, contract } of watched.legs) {
      this.#moved.delete(id)
      const instrument = instrumentId(contract)
      this.#byInstrument.delete(instrument, watched)
      if (!this.#byInstrument.has(instrument)) this.#quotes.delete(instrument)
    }
    return watched.legs.map(({ contract }) => contract)
  }

  /** What a quote does to the positions with a leg in its contract; skips legs in `exiting`. */
  onTick(tick: Tick, exiting: ReadonlySet<string>): Reached {
    if (this.#byInstrument.size === 0) return NOTHING
    const id = instrumentId(tick)
    if (!this.#byInstrument.has(id)) return NOTHING
    this.#quotes.set(id, { price: tick.lastPrice, at: tick.at })
    const exits: ExitRequest[] = []
    const reentries: Reentry[] = []
    for (const watched of this.#byInstrument.of(id)) this.#look(watched, tick.at, exiting, exits, reentries)
    return { exits, reentries }
  }

  #look(watched: Watched, at: Instant, exiting: ReadonlySet<string>, exits: ExitRequest[], reentries: Reentry[]): void {
    const { tradeId, held, legs } = watched
    const seen = watchPosition(held, (contract) => this.#priceFor(watched, contract))
    if (seen.kind === 'whole') {
      for (const leg of legs) if (isOpen(leg) && !exiting.has(leg.id)) exits.push({ legId: leg.id, reason: seen.reason, at })
      return
    }
    for (const { leg, reason } of seen.exits) {
      const legId = legs[held.legs.indexOf(leg)]?.id
      if (legId !== undefined && !exiting.has(legId)) exits.push({ legId, reason, at })
    }
    for (const rule of seen.reentries) {
      const first = legs.find(({ terms }) => terms.position?.leg === rule)
      if (first) reentries.push({ first, at })
    }
    if (seen.kept !== held.kept && seen.kept !== null) {
      watched.held = { ...held, kept: seen.kept }
      this.#risen.set(tradeId, seen.kept)
    }
  }

  /** The positions with nothing open; `waiting`: their stopped legs that may reopen, as first opened. */
  *idle(): Iterable<OpenPosition & { readonly waiting: readonly Leg[] }> {
    for (const { tradeId, terms, legs, held } of this.#idle) {
      // With nothing open no price is needed: the last fill may have taken the P&L to a limit.
      const isOver = watchPosition(held, () => null).kind === 'whole'
      const rules = isOver ? [] : waitingRules(held)
      yield { tradeId, terms, legs, waiting: rules.flatMap((rule) => legs.find((leg) => leg.terms.position?.leg === rule) ?? []) }
    }
  }

  /** The locked profits that rose since the last call. */
  takeRisenLocks(): { readonly tradeId: string; readonly kept: Paise }[] {
    const risen = [...this.#risen].map(([tradeId, kept]) => ({ tradeId, kept }))
    this.#risen = new Map()
    return risen
  }

  get hasMovedStops(): boolean {
    return this.#moved.size > 0
  }

  /** The stops that moved to cost since the last call. */
  takeMovedStops(): { readonly legId: string; readonly stop: Paise }[] {
    const moved = [...this.#moved].map(([legId, stop]) => ({ legId, stop }))
    this.#moved = new Map()
    return moved
  }

  /** A contract's last price since its leg was opened. */
  #priceFor({ legs }: Watched, contract: OptionContract): Paise | null {
    const id = instrumentId(contract)
    const quote = this.#quotes.get(id)
    if (!quote) return null
    for (const leg of legs) if (isOpen(leg) && instrumentId(leg.contract) === id && quote.at < leg.entryTime) return null
    return quote.price
  }

  #noteMovedStops({ legs, held }: Watched): void {
    legs.forEach((leg, i) => {
      const { stop } = legLevels(held.legs[i]!, held)
      if (isOpen(leg) && stop !== null && stop !== leg.stop) this.#moved.set(leg.id, stop)
      else this.#moved.delete(leg.id)
    })
  }
}
