import { paise, type Paise } from '../../schema/money.ts'
import type { Instant } from '../../schema/time.ts'
import { instrumentId } from '../broker/instrumentId.ts'
import type { Tick } from '../broker/port.ts'
import { dueExits } from '../schedule/dueExits.ts'
import type { MarketRules, Session } from '../../schema/market/MarketRules.ts'
import type { ExitReason } from '../../schema/trading/exits.ts'
import { openLossAt } from './openLossAt.ts'
import type { OpenTrade, Trade } from './trades.ts'
import { watchTrade } from './watchTrade.ts'

/** A trade to close, and why. */
export interface ExitRequest {
  readonly tradeId: string
  readonly reason: ExitReason
  /** Market time. */
  readonly at: Instant
}

/** An open trade, its stop as far as it has trailed. */
interface Watched {
  trade: OpenTrade
}

/**
 * The open trades in memory, found by contract, so that a quote costs as much as its contract has trades, however many there are.
 * The database decides what is open; this makes quotes cheap.
 */
export class OpenTrades {
  readonly #byId = new Map<string, Watched>()
  readonly #byInstrument = new Map<string, Set<Watched>>()
  readonly #byUser = new Map<string, Set<Watched>>()
  /** Of each contract with open trades. */
  readonly #lastPrices = new Map<string, Paise>()
  /** Stops that trailed since they were last taken, by trade id. */
  #raised = new Map<string, Paise>()

  get size(): number {
    return this.#byId.size
  }

  *[Symbol.iterator](): Iterator<OpenTrade> {
    for (const { trade } of this.#byId.values()) yield trade
  }

  has(tradeId: string): boolean {
    return this.#byId.has(tradeId)
  }

  get(tradeId: string): OpenTrade | null {
    return this.#byId.get(tradeId)?.trade ?? null
  }

  /** Takes a trade in, or what has changed of one; a stop that trailed higher here stays. True when it is new. */
  keep(trade: OpenTrade): boolean {
    const known = this.#byId.get(trade.id)
    if (known) {
      known.trade = trade.terms.trailingStopPercent === null ? trade : { ...trade, stop: paise(Math.max(trade.stop, known.trade.stop)) }
      return false
    }
    const watched = { trade }
    this.#byId.set(trade.id, watched)
    addTo(this.#byInstrument, instrumentId(trade.contract), watched)
    addTo(this.#byUser, trade.userId, watched)
    return true
  }

  /** False when it was not there. */
  drop({ id, contract, userId }: Trade): boolean {
    const watched = this.#byId.get(id)
    if (!watched) return false
    this.#byId.delete(id)
    this.#raised.delete(id)
    const instrument = instrumentId(contract)
    removeFrom(this.#byInstrument, instrument, watched)
    removeFrom(this.#byUser, userId, watched)
    if (!this.#byInstrument.has(instrument)) this.#lastPrices.delete(instrument)
    return true
  }

  /** The trades of a quote's contract that have reached a level; those of them in `exiting` are passed over. The others' stops trail. */
  onTick(tick: Tick, exiting: ReadonlySet<string>): ExitRequest[] {
    const id = instrumentId(tick)
    const watched = this.#byInstrument.get(id)
    if (!watched) return []
    this.#lastPrices.set(id, tick.lastPrice)
    const requests: ExitRequest[] = []
    for (const each of watched) {
      const { trade } = each
      if (exiting.has(trade.id) || tick.at < trade.entryTime) continue
      const seen = watchTrade(trade, tick.lastPrice)
      if (typeof seen === 'string') requests.push({ tradeId: trade.id, reason: seen, at: tick.at })
      else if (seen !== trade) {
        each.trade = seen
        this.#raised.set(trade.id, seen.stop)
      }
    }
    return requests
  }

  /** The trades whose time is up at a market time; those in `exiting` are passed over. */
  due(now: Instant, session: Session, rules: MarketRules, exiting: ReadonlySet<string>): ExitRequest[] {
    const requests: ExitRequest[] = []
    for (const { trade, reason } of dueExits(this, now, session, rules))
      if (!exiting.has(trade.id)) requests.push({ tradeId: trade.id, reason, at: now })
    return requests
  }

  /** What a user's open trades, those `among` given ones, have lost at their last prices, with what their orders cost so far; negative is a gain. */
  lossOf(userId: string, among?: ReadonlySet<string>): Paise {
    let loss = 0
    for (const { trade } of this.#byUser.get(userId) ?? []) {
      if (among && !among.has(trade.id)) continue
      const lastPrice = this.#lastPrices.get(instrumentId(trade.contract))
      if (lastPrice !== undefined) loss += openLossAt(trade, lastPrice)
    }
    return paise(loss)
  }

  /** The stops that trailed since this was last asked. */
  takeRaisedStops(): { readonly tradeId: string; readonly stop: Paise }[] {
    const raised = [...this.#raised].map(([tradeId, stop]) => ({ tradeId, stop }))
    this.#raised = new Map()
    return raised
  }
}

function addTo(index: Map<string, Set<Watched>>, key: string, watched: Watched): void {
  const set = index.get(key)
  if (set) set.add(watched)
  else index.set(key, new Set([watched]))
}

function removeFrom(index: Map<string, Set<Watched>>, key: string, watched: Watched): void {
  const set = index.get(key)
  set?.delete(watched)
  if (set?.size === 0) index.delete(key)
}
