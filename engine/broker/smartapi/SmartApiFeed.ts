import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { instrumentId } from '../instrumentId.ts'
import type { FeedLoad, FeedMode, FeedRank, FeedState, InstrumentKey, MarketFeed, Tick } from '../port.ts'
import { dialBroker } from './dialBroker.ts'
import { FeedSocket, type FeedFaults, type Subscription } from './FeedSocket.ts'
import { seatSubscriptions, type Seats } from './seatSubscriptions.ts'
import type { SmartApiConfig } from './SmartApiConfig.ts'
import type { TokenSource } from './SmartApiSession.ts'

/** The feed's address, and whose feed it is now. */
export type FeedConnection = Pick<SmartApiConfig, 'feedUrl' | 'apiKey' | 'clientCode'>

/** Connections that the broker takes of one client code, those of other engine nodes among them. */
const MOST_SOCKETS = 3
/** A lost connection keeps its seats for so many attempts, about a second: those who sit there need not move at a short break. */
const ATTEMPTS_WITH_SEATS = 2

/**
 * The feed of one client code. The subscriptions live here, not on the wire: each has its seat on one of up to three connections, which are
 * opened as they are needed and replaced when they die. What has no seat is named.
 */
export class SmartApiFeed implements MarketFeed {
  readonly faults: FeedFaults = { length: 0, exchange: 0, token: 0, time: 0, price: 0, depth: 0, text: 0 }
  readonly #config: FeedConnection
  readonly #session: TokenSource
  readonly #checkMarket: () => Promise<unknown>
  readonly #log: Pick<Logger, 'info' | 'warn'>
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #tickListeners = new Set<(tick: Tick) => void>()
  readonly #stateListeners = new Set<(state: FeedState) => void>()
  readonly #breakListeners = new Set<(keys: readonly InstrumentKey[]) => void>()
  readonly #sockets: FeedSocket[] = []
  /** Connections that were open at the last look. */
  #open: ReadonlySet<number> = new Set()
  #seats: Seats = new Map()
  #unserved: ReadonlySet<string> = new Set()
  #state: FeedState = { kind: 'closed' }
  #distrustTokens = false
  #isClosed = false

  /** `checkMarket`: called before every socket; rejects with a BrokerError when the socket would bring another market's ticks. */
  constructor(config: FeedConnection, session: TokenSource, checkMarket: () => Promise<unknown>, log: Pick<Logger, 'info' | 'warn'>) {
    this.#config = config
    this.#session = session
    this.#checkMarket = checkMarket
    this.#log = log
    this.#addSocket()
  }

  get state(): FeedState {
    return this.#state
  }

  get load(): FeedLoad {
    return { wanted: this.#subscriptions.size, places: sum(this.#rooms()), unserved: this.#unserved }
  }

  /** Opens the first socket; rejects with a BrokerError. From then on the feed reconnects by itself until it is closed. */
  open(): Promise<void> {
    return this.#sockets[0]!.open()
  }

  close(): void {
    this.#isClosed = true
    for (const socket of this.#sockets) socket.close()
    this.#setState({ kind: 'closed' })
  }

  restart(reason: string, keys?: readonly InstrumentKey[]): void {
    const places = keys && new Set(keys.map((key) => this.#seats.get(instrumentId(key))))
    for (const [place, socket] of this.#sockets.entries()) if (places?.has(place) ?? true) this.#restart(socket, reason)
  }

  subscribe(keys: readonly InstrumentKey[], mode: FeedMode, rank: FeedRank = 'later'): void {
    for (const key of keys) this.#subscriptions.set(instrumentId(key), { key, mode, first: rank === 'first' })
    this.#reseat()
  }

  unsubscribe(keys: readonly InstrumentKey[]): void {
    for (const key of keys) this.#subscriptions.delete(instrumentId(key))
    this.#reseat()
  }

  resubscribe(keys: readonly InstrumentKey[]): void {
    for (const socket of this.#sockets) socket.repeat(keys)
  }

  onTick(listener: (tick: Tick) => void): () => void {
    this.#tickListeners.add(listener)
    return () => this.#tickListeners.delete(listener)
  }

  onState(listener: (state: FeedState) => void): () => void {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  onBreak(listener: (keys: readonly InstrumentKey[]) => void): () => void {
    this.#breakListeners.add(listener)
    return () => this.#breakListeners.delete(listener)
  }

  #addSocket(): FeedSocket {
    const socket: FeedSocket = new FeedSocket({
      faults: this.faults,
      dial: () => this.#dial(),
      onTick: (tick) => {
        for (const listener of this.#tickListeners) listener(tick)
      },
      onChange: () => this.#onChange(),
      onSilence: (reason) => this.#restart(socket, reason),
      onText: (text, code, refused) => this.#onText(text, code, refused),
      onError: (error) => this.#log.warn({ reason: error.message }, 'feed socket error'),
    })
    this.#sockets.push(socket)
    return socket
  }

  async #dial(): Promise<WebSocket> {
    await this.#checkMarket()
    let tokens = await this.#session.tokens()
    if (this.#distrustTokens) tokens = await this.#session.renew(tokens)
    this.#distrustTokens = false
    const { feedUrl: url, apiKey, clientCode } = this.#config
    return dialBroker({ name: 'feed', url, apiKey, clientCode }, tokens, (refused) => this.#session.renew(refused))
  }

  #restart(socket: FeedSocket, reason: string): void {
    if (socket.state.kind !== 'open') return
    this.#distrustTokens = true
    socket.restart(reason)
  }

  /** A connection opened, or is lost and tried again. */
  #onChange(): void {
    const before = this.#open
    this.#open = new Set(this.#sockets.flatMap(({ state }, place) => (state.kind === 'open' ? place : [])))
    const broken = new Set([...before, ...this.#open].filter((place) => before.has(place) !== this.#open.has(place)))
    this.#tellBreak([...this.#subscriptions].flatMap(([id, { key }]) => (broken.has(this.#seats.get(id) ?? -1) ? key : [])))
    this.#reseat()
    this.#setState(this.#stateNow())
    const { state } = this.#sockets.at(-1)!
    if (state.kind === 'opening' && state.attempt > 1)
      this.#log.warn({ attempt: state.attempt, reason: state.reason }, 'another connection of the feed does not open')
  }

  #onText(text: string, code: string | null, refused: readonly InstrumentKey[]): void {
    this.#log.warn({ code, length: text.length, refused: refused.length }, 'the feed refused a request or sent an unknown text')
    if (refused.length === 0) return
    const ids = new Set(refused.map(instrumentId))
    this.#reseat(new Map([...this.#seats].filter(([id]) => !ids.has(id))))
  }

  /** Places by connection, 0 where nobody can sit for now. */
  #rooms(): readonly number[] {
    return this.#sockets.map(({ state, places }) => {
      const mayComeBack = state.kind === 'lost' && (this.#open.size === 0 || state.attempt <= ATTEMPTS_WITH_SEATS)
      return state.kind === 'open' || mayComeBack ? places : 0
    })
  }

  #reseat(before: Seats = this.#seats): void {
    if (this.#isClosed) return
    const claims = [...this.#subscriptions].map(([id, { first }]) => ({ id, first }))
    const [old, next] = [this.#seats, seatSubscriptions(claims, before, this.#rooms())]
    this.#seats = next
    for (const [place, socket] of this.#sockets.entries())
      socket.seat(new Map([...this.#subscriptions].filter(([id]) => next.get(id) === place)))
    this.#tellBreak([...this.#subscriptions].flatMap(([id, { key }]) => (old.has(id) && old.get(id) !== next.get(id) ? key : [])))
    this.#setUnserved(new Set([...next].flatMap(([id, place]) => (place === null ? id : []))))
    const wantsMore = this.#unserved.size > 0 && this.#open.size === this.#sockets.length && this.#sockets.length < MOST_SOCKETS
    if (wantsMore) this.#addSocket().openPatiently()
  }

  #stateNow(): FeedState {
    const taken = new Set(this.#seats.values())
    const lost = this.#sockets.find(({ state }, place) => state.kind === 'lost' && (taken.has(place) || this.#open.size === 0))
    return lost?.state.kind === 'lost' ? { ...lost.state, kind: 'reconnecting' } : { kind: 'connected' }
  }

  #tellBreak(keys: readonly InstrumentKey[]): void {
    if (keys.length > 0) for (const listener of this.#breakListeners) listener(keys)
  }

  #setUnserved(unserved: ReadonlySet<string>): void {
    const isNews = unserved.size > 0 !== this.#unserved.size > 0
    this.#unserved = unserved
    if (!isNews) return
    const { wanted, places } = this.load
    if (unserved.size > 0) this.#log.warn({ unserved: unserved.size, wanted, places }, 'the feed has no place for all subscriptions')
    else this.#log.info({ wanted, places }, 'the feed has a place for all subscriptions again')
  }

  #setState(state: FeedState): void {
    const before = this.#state
    if (this.#isClosed && state.kind !== 'closed') return
    if (isSame(before, state)) return
    this.#state = state
    if (state.kind === 'reconnecting') this.#log.warn({ attempt: state.attempt, reason: state.reason }, 'feed reconnecting')
    else this.#log.info({ state: state.kind }, 'feed')
    for (const listener of this.#stateListeners) listener(state)
  }
}

function isSame(before: FeedState, now: FeedState): boolean {
  if (before.kind !== 'reconnecting' || now.kind !== 'reconnecting') return before.kind === now.kind
  return before.attempt === now.attempt && before.reason === now.reason
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}
