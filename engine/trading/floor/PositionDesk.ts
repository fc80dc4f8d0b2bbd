import type { Logger } from 'pino'
import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { NOT_WHOLE } from '../../../schema/trading/failedLeg.ts'
import type { OptionContract, Tick } from '../../broker/port.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import { isOpen, type Leg } from '../positions/legs.ts'
import type { ExitRequest } from '../positions/OpenLegs.ts'
import type { EntryOrder, Order, PositionTerms } from '../orders/orders.ts'
import type { QuoteWatch } from './QuoteWatch.ts'
import type { RefuseReentry, TradeRecords } from './TradeRecords.ts'
import { isOfOneLeg } from '../positions/HeldPosition.ts'
import { missingLegs } from '../positions/missingLegs.ts'
import { OpenPositions, type Reentry } from '../positions/OpenPositions.ts'
import { TAKEN_OVER } from '../protection/RemovedStops.ts'

export interface PositionDeskParts {
  readonly records: Pick<TradeRecords, 'expire' | 'reenter' | 'endTrades'>
  readonly queue: JobQueue
  readonly quotes: QuoteWatch
  /** Sends entries committed as intents. Called from the queue. */
  readonly send: (entries: readonly EntryOrder[]) => Promise<void>
  /** Cancels an entry that was sent. */
  readonly cancel: (order: Order, reason: string) => void
  /** Closes legs that are not in `exiting`. */
  readonly close: (requests: readonly ExitRequest[]) => void
  readonly exiting: ReadonlySet<string>
  /** Positions ended with nothing open: how many. */
  readonly onEnd: (positions: number) => void
  /** Whether a trade is its owner's: nothing more of it is opened, and no leg closed because another is. */
  readonly isLetGo: (tradeId: string) => boolean
  /** Whether a leg may be reopened now. */
  readonly mayReenter: (leg: Leg) => boolean
  readonly refuse: RefuseReentry
  readonly log: Logger
}

/**
 * Keeps a position true to its rule: opens bought legs before sold ones, closes one that cannot fully open, watches limits of the whole
 * and of each leg, and reopens stopped legs. Every decision can be made again from the books' rows.
 */
export class PositionDesk {
  readonly #parts: PositionDeskParts
  readonly #open = new OpenPositions()
  /** Live entries, by trade and order id. */
  readonly #entering = new Map<string, Map<string, EntryOrder>>()
  /** Entries that are about to be sent, by trade. */
  readonly #leaving = new Map<string, readonly EntryOrder[]>()
  /** Entries of sold legs waiting for the bought ones, by trade. */
  readonly #held = new Map<string, readonly EntryOrder[]>()
  /** Trades whose sold legs are moving from `#held` to the broker, or may be: the answer to their commit was lost. */
  readonly #sending = new Set<string>()
  /** Stopped legs whose reentry is being committed, by the id of the first entry. */
  readonly #reentering = new Set<string>()
  /** Stopped legs that the books refused to reopen, by the id of the first entry: they are not retried with every quote. */
  readonly #spent = new Set<string>()
  /** Positions being ended, by trade. */
  readonly #ending = new Set<string>()

  constructor(parts: PositionDeskParts) {
    this.#parts = parts
  }

  /** Picks from committed entries those to send now; the others go out once their hedge is open. */
  take(entries: readonly EntryOrder[]): EntryOrder[] {
    return entries.filter((entry) => {
      const { position } = entry.terms
      if (!position) return true
      if (entry.side === 'BUY' || this.#wasOpened(entry) || this.#hedgesAreOpen(entry.tradeId, position)) {
        add(this.#leaving, entry)
        return true
      }
      add(this.#held, entry)
      return false
    })
  }

  /** All entries that are to open an entry's position, held ones included; empty where some of it is open already. */
  openingOf({ tradeId }: EntryOrder): readonly EntryOrder[] {
    if ((this.#open.get(tradeId)?.legs.length ?? 0) > 0) return []
    return this.#underWay(tradeId)
  }

  /** A user's live entries that are committed and not sent. */
  waitingOf(userId: string): EntryOrder[] {
    const waiting = [...this.#held.values(), ...this.#leaving.values()].flat()
    return waiting.filter((entry) => entry.userId === userId && entry.mode === 'LIVE')
  }

  /** Whether a leg of a position was opened, or its entry is on its way. */
  isBegun(tradeId: string): boolean {
    return this.#open.get(tradeId) !== null || this.#entering.has(tradeId)
  }

  /** Whether entries of a trade are under way or still to be sent. */
  isOpening(tradeId: string): boolean {
    return this.#entering.has(tradeId) || this.#leaving.has(tradeId) || this.#held.has(tradeId)
  }

  /** An entry is on its way. */
  onSent(order: Order): void {
    if (order.purpose !== 'ENTRY' || !order.terms.position) return
    this.#release(order)
    const ofTrade = this.#entering.get(order.tradeId) ?? new Map<string, EntryOrder>()
    this.#entering.set(order.tradeId, ofTrade.set(order.id, order))
  }

  /** An entry has ended or could not be sent. */
  onEnded(order: Order): void {
    this.#release(order)
    const { tradeId, id } = order
    const ofTrade = this.#entering.get(tradeId)
    ofTrade?.delete(id)
    if (ofTrade?.size === 0) this.#entering.delete(tradeId)
  }

  /** A leg was opened or has changed. A leg that is its whole trade is ignored. */
  keep(leg: Leg): void {
    const { position } = leg.terms
    if (position && this.#open.keep(leg, position)) this.#parts.quotes.watch([leg.contract], 'first')
  }

  /** A trade is over. */
  drop(tradeId: string): void {
    for (const { id } of this.#open.get(tradeId)?.legs ?? []) this.#spent.delete(id)
    const contracts: readonly OptionContract[] = this.#open.drop(tradeId)
    if (contracts.length > 0) this.#parts.quotes.unwatch(contracts, 'first')
  }

  /** The books were reread: forgets what they do not contain. `locks`: locked profits by trade. */
  reconcile(legs: readonly Leg[], locks: ReadonlyMap<string, Paise>): void {
    const running = new Set(legs.map(({ tradeId }) => tradeId))
    for (const tradeId of [...this.#open.ids]) if (!running.has(tradeId)) this.drop(tradeId)
    for (const leg of legs) this.keep(leg)
    for (const [tradeId, kept] of locks) this.#open.lock(tradeId, kept)
    this.#held.clear()
    this.#leaving.clear()
    this.#sending.clear()
    this.#spent.clear()
  }

  /** After orders of trades were booked, sent or given up: does what follows. `at`: market time. */
  settle(tradeIds: Iterable<string>, at: Instant): void {
    for (const tradeId of new Set(tradeIds)) this.#settle(tradeId, at)
  }

  /** The same for all trades. */
  settleAll(at: Instant): void {
    this.settle([...this.#open.ids, ...this.#entering.keys(), ...this.#held.keys()], at)
  }

  /** The same for trades whose sold legs wait: the wait may have ended without an event. Runs once per market second. */
  settleHeld(at: Instant): void {
    this.settle(this.#held.keys(), at)
  }

  onTick(tick: Tick): void {
    const { close, exiting, mayReenter } = this.#parts
    const { exits, reentries } = this.#open.onTick(tick, exiting)
    close(exits)
    if (reentries.length > 0) this.#reenter(reentries.filter(({ first }) => mayReenter(first)))
  }

  /** Ends positions with nothing open or under way, unless a stopped leg may still reopen. `isOver` picks them. */
  endIdle(isOver: (leg: Leg) => boolean): void {
    const isFree = (tradeId: string) => !this.#entering.has(tradeId) && !this.#held.has(tradeId) && !this.#ending.has(tradeId)
    const waitsInVain = (leg: Leg) => !this.#reentering.has(leg.id) && (this.#spent.has(leg.id) || isOver(leg))
    const ids = [...this.#open.idle()].flatMap(({ tradeId, waiting }) => (isFree(tradeId) && waiting.every(waitsInVain) ? tradeId : []))
    if (ids.length === 0) return
    for (const id of ids) this.#ending.add(id)
    void this.#parts.queue
      .add('end positions', () => this.#end(ids, false))
      .then(() => {
        for (const id of ids) this.#ending.delete(id)
      })
  }

  /** The same for those, or those `among` them, whose exit was requested. From the queue. */
  async endRequested(among?: ReadonlySet<string>): Promise<void> {
    const ids = [...this.#open.idle()].flatMap(({ tradeId }) => (!among || among.has(tradeId) ? tradeId : []))
    if (ids.length > 0) await this.#end(ids, true)
  }

  /** Whether a bought leg must wait to close because the sold leg it hedges is open, or may be: its entry is at the broker. */
  isBehind({ legId, reason }: ExitRequest, leg: Leg | null): boolean {
    if (!leg || leg.side === 'SELL' || isOfOneLeg(reason)) return false
    const isSold = ({ side }: Pick<Leg, 'side'>) => side === 'SELL'
    const others = this.#open.get(leg.tradeId)?.legs.filter((other) => other.id !== legId && isOpen(other)) ?? []
    return this.#sending.has(leg.tradeId) || others.some(isSold) || [...(this.#entering.get(leg.tradeId)?.values() ?? [])].some(isSold)
  }

  /** Exits for a reason that closes the whole, plus exits of the other open legs of the same positions. */
  withOthers(requests: readonly ExitRequest[], tradeOf: (legId: string) => string | undefined): ExitRequest[] {
    const asked = new Map(requests.map((request) => [request.legId, request]))
    for (const { legId, reason, at } of requests)
      for (const leg of this.#open.get(tradeOf(legId) ?? '')?.legs ?? [])
        if (isOpen(leg) && !this.#parts.exiting.has(leg.id) && !asked.has(leg.id)) asked.set(leg.id, { legId: leg.id, reason, at })
    return [...asked.values()]
  }

  /** Cancels the unopened rest of a trade. */
  cancelEntries(tradeId: string, reason: string): void {
    for (const order of this.#entering.get(tradeId)?.values() ?? []) this.#parts.cancel(order, reason)
    const held = this.#held.get(tradeId)
    if (!held) return
    this.#held.delete(tradeId)
    void this.#parts.queue
      .add('give up entries', async () => {
        // They may have been on their way already.
        const sent = this.#entering.get(tradeId)
        for (const order of sent?.values() ?? []) this.#parts.cancel(order, reason)
        const ids = held.flatMap(({ id }) => (sent?.has(id) ? [] : id))
        if (ids.length > 0) await this.#parts.records.expire(ids, reason)
      })
      .then((outcome) => {
        if (outcome === 'abandoned') this.#held.set(tradeId, held)
      })
  }

  /** Entries of a trade that have not ended: sent, being stored as sent, or waiting. */
  #underWay(tradeId: string): readonly EntryOrder[] {
    return [...(this.#entering.get(tradeId)?.values() ?? []), ...(this.#leaving.get(tradeId) ?? []), ...(this.#held.get(tradeId) ?? [])]
  }

  /** An entry no longer waits. */
  #release({ tradeId, id }: Order): void {
    for (const waiting of [this.#held, this.#leaving]) {
      const left = waiting.get(tradeId)?.filter((each) => each.id !== id)
      if (left?.length === 0) waiting.delete(tradeId)
      else if (left) waiting.set(tradeId, left)
    }
  }

  /** Those that still wait. */
  async #sendHeld(tradeId: string): Promise<void> {
    const held = this.#held.get(tradeId)
    if (!held) return
    this.#sending.add(tradeId)
    await this.#parts.send(held)
    // What is held still was submitted by a call whose answer was lost. The books, read again, send it.
    if (!this.#held.has(tradeId)) this.#sending.delete(tradeId)
  }

  /** Locked profits not stored yet. */
  takeRisenLocks() {
    return this.#open.takeRisenLocks()
  }

  get hasMovedStops(): boolean {
    return this.#open.hasMovedStops
  }

  /** Moved stops not stored yet. From the queue: an earlier booking may have moved them further. */
  takeMovedStops() {
    return this.#open.takeMovedStops()
  }

  async #end(ids: readonly string[], onlyRequested: boolean): Promise<void> {
    const ended = await this.#parts.records.endTrades(ids, onlyRequested)
    for (const tradeId of ended) this.drop(tradeId)
    this.#parts.onEnd(ended.length)
  }

  #settle(tradeId: string, at: Instant): void {
    if (this.#parts.isLetGo(tradeId)) return this.cancelEntries(tradeId, TAKEN_OVER)
    const position = this.#open.get(tradeId)
    // The sold leg would lose its hedge.
    if (this.#isEnding(tradeId) && this.#held.has(tradeId)) this.cancelEntries(tradeId, NOT_WHOLE)
    const held = this.#held.get(tradeId) ?? []
    const entering = this.#underWay(tradeId)
    const terms = position?.terms ?? entering[0]?.terms.position
    if (!terms) return
    const legs = position?.legs ?? []
    const closing = legs.find((leg) => leg.closing && !isOfOneLeg(leg.closing.exitReason))?.closing
    const underWay = new Set(entering.map((order) => order.terms.position?.leg))
    const hasFailed = !closing && missingLegs(terms, legs).some((leg) => !underWay.has(leg))
    if (closing || hasFailed) {
      this.cancelEntries(tradeId, NOT_WHOLE)
      const reason = closing?.exitReason ?? 'LEG_FAILED'
      const left = legs.filter((leg) => isOpen(leg) && !this.#parts.exiting.has(leg.id))
      this.#parts.close(left.map(({ id: legId }) => ({ legId, reason, at })))
    } else if (held.length > 0 && this.#hedgesAreOpen(tradeId, terms)) {
      void this.#parts.queue.add('open sold legs', () => this.#sendHeld(tradeId))
    }
  }

  /** Whether it reopens a leg. Such a position was complete and closes by its rule. */
  #wasOpened({ tradeId, terms: { position } }: EntryOrder): boolean {
    const legs = this.#open.get(tradeId)?.legs ?? []
    return position !== null && !missingLegs(position, legs).includes(position.leg)
  }

  /** Whether any part of a position is closed or closing. */
  #isEnding(tradeId: string): boolean {
    return this.#open.get(tradeId)?.legs.some((leg) => !isOpen(leg) || this.#parts.exiting.has(leg.id)) ?? false
  }

  #hedgesAreOpen(tradeId: string, terms: PositionTerms): boolean {
    if (this.#isEnding(tradeId)) return false
    const missing = missingLegs(terms, this.#open.get(tradeId)?.legs ?? [])
    return missing.every((leg) => terms.rule.legs[leg]?.side !== 'BUY')
  }

  #reenter(reentries: readonly Reentry[]): void {
    const isKnown = ({ id }: Leg) => this.#reentering.has(id) || this.#spent.has(id)
    const fresh = reentries.filter(({ first }) => !isKnown(first) && !this.#isEntering(first))
    if (fresh.length === 0) return
    for (const { first } of fresh) this.#reentering.add(first.id)
    void this.#parts.queue
      .add('open legs again', async () => {
        // Checked again: the database may have been away since the quote came.
        const { records, send, mayReenter, refuse, log } = this.#parts
        const allowed = fresh.filter(({ first }) => mayReenter(first))
        if (allowed.length === 0) return
        const { entries, refused } = await records.reenter(allowed, refuse)
        for (const { first, denial } of refused)
          log.info({ tradeId: first.tradeId, option: first.contract.tradingSymbol, denial }, 'a stopped leg stays closed')
        for (const { first } of allowed) if (!entries.some((entry) => isOfSameLeg(entry, first))) this.#spent.add(first.id)
        await send(entries)
      })
      .then(() => {
        for (const { first } of fresh) this.#reentering.delete(first.id)
      })
  }

  #isEntering(leg: Leg): boolean {
    return [...(this.#entering.get(leg.tradeId)?.values() ?? [])].some((order) => isOfSameLeg(order, leg))
  }
}

/** Once, however often it is given. */
function add(waiting: Map<string, readonly EntryOrder[]>, entry: EntryOrder): void {
  const ofTrade = waiting.get(entry.tradeId) ?? []
  if (!ofTrade.some(({ id }) => id === entry.id)) waiting.set(entry.tradeId, [...ofTrade, entry])
}

function isOfSameLeg(entry: EntryOrder, leg: Leg): boolean {
  return entry.tradeId === leg.tradeId && entry.terms.position?.leg === leg.terms.position?.leg
}
