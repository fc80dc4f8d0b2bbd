import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { Exchange } from '../../../schema/market/indices.ts'
import { instrumentId } from '../instrumentId.ts'
import type { FeedMode, FeedState, InstrumentKey, MarketFeed, Tick } from '../port.ts'
import { decodePacket, type PacketFault } from './decodePacket.ts'
import { dialBroker } from './dialBroker.ts'
import { LastingSocket } from './LastingSocket.ts'
import type { SmartApiConfig } from './SmartApiConfig.ts'
import type { TokenSource } from './SmartApiSession.ts'

/** The feed's address, and whose feed it is now. */
export type FeedConnection = Pick<SmartApiConfig, 'feedUrl' | 'apiKey' | 'clientCode'>

const MODE_NUMBER: Readonly<Record<FeedMode, number>> = { ltp: 1, snap: 3 }
const EXCHANGE_NUMBER: Readonly<Record<Exchange, number>> = { NSE: 1, NFO: 2, BSE: 3, BFO: 4 }

interface Subscription {
  readonly key: InstrumentKey
  readonly mode: FeedMode
}

/** The feed of one client code over one socket that is replaced when it dies; the subscriptions live here, not on the wire. */
export class SmartApiFeed implements MarketFeed {
  /** Frames that were no tick, by fault; `text` counts the market's error messages. */
  readonly faults: Record<PacketFault | 'text', number> = { length: 0, exchange: 0, token: 0, time: 0, price: 0, depth: 0, text: 0 }
  readonly #config: FeedConnection
  readonly #session: TokenSource
  readonly #checkMarket: () => Promise<unknown>
  readonly #log: Pick<Logger, 'info' | 'warn'>
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #tickListeners = new Set<(tick: Tick) => void>()
  readonly #stateListeners = new Set<(state: FeedState) => void>()
  readonly #socket: LastingSocket
  #state: FeedState = { kind: 'closed' }
  #distrustTokens = false
  #messages = 0

  /** `checkMarket`: called before every socket; rejects with a BrokerError when the socket would bring another market's ticks. */
  constructor(config: FeedConnection, session: TokenSource, checkMarket: () => Promise<unknown>, log: Pick<Logger, 'info' | 'warn'>) {
    this.#config = config
    this.#session = session
    this.#checkMarket = checkMarket
    this.#log = log
    this.#socket = new LastingSocket({
      dial: () => this.#dial(),
      onOpen: () => this.#onOpen(),
      onMessage: (data, isBinary) => this.#receive(data, isBinary),
      onReconnecting: (attempt, reason) => this.#setState({ kind: 'reconnecting', attempt, reason }),
      onSilence: (reason) => this.restart(reason),
      onError: (error) => log.warn({ reason: error.message }, 'feed socket error'),
    })
  }

  get state(): FeedState {
    return this.#state
  }

  /** Opens the first socket; rejects with a BrokerError. From then on the feed reconnects by itself until it is closed. */
  open(): Promise<void> {
    return this.#socket.open()
  }

  close(): void {
    this.#socket.close()
    this.#setState({ kind: 'closed' })
  }

  restart(reason: string): void {
    if (this.#state.kind !== 'connected') return
    this.#distrustTokens = true
    this.#socket.restart(reason)
  }

  subscribe(keys: readonly InstrumentKey[], mode: FeedMode): void {
    const changed = keys.filter((key) => this.#subscriptions.get(instrumentId(key))?.mode !== mode)
    this.unsubscribe(changed)
    const added = changed.map((key) => ({ key, mode }))
    for (const subscription of added) this.#subscriptions.set(instrumentId(subscription.key), subscription)
    this.#send(1, added)
  }

  unsubscribe(keys: readonly InstrumentKey[]): void {
    const removed = keys.flatMap((key) => this.#subscriptions.get(instrumentId(key)) ?? [])
    for (const { key } of removed) this.#subscriptions.delete(instrumentId(key))
    this.#send(0, removed)
  }

  onTick(listener: (tick: Tick) => void): () => void {
    this.#tickListeners.add(listener)
    return () => this.#tickListeners.delete(listener)
  }

  onState(listener: (state: FeedState) => void): () => void {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  async #dial(): Promise<WebSocket> {
    await this.#checkMarket()
    let tokens = await this.#session.tokens()
    if (this.#distrustTokens) tokens = await this.#session.renew(tokens)
    this.#distrustTokens = false
    const { feedUrl: url, apiKey, clientCode } = this.#config
    return dialBroker({ name: 'feed', url, apiKey, clientCode }, tokens, (refused) => this.#session.renew(refused))
  }

  #onOpen(): void {
    this.#setState({ kind: 'connected' })
    this.#send(1, [...this.#subscriptions.values()])
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (!isBinary) return this.#receiveText(data.toString())
    const tick = decodePacket(data)
    if (!tick.ok) this.faults[tick.error]++
    else for (const listener of this.#tickListeners) listener(tick.value)
  }

  #receiveText(text: string): void {
    if (text === 'pong') return
    this.faults.text++
    const code = /E\d{4}/.exec(text)?.[0] ?? null
    this.#log.warn({ code, length: text.length }, 'the feed refused a request or sent an unknown text')
  }

  /** One message per mode and exchange. Without a socket only the set is updated; the next socket subscribes to all of it. */
  #send(action: 0 | 1, subscriptions: readonly Subscription[]): void {
    if (this.#state.kind !== 'connected') return
    const batches = new Map<string, { mode: number; exchangeType: number; tokens: string[] }>()
    for (const { key, mode } of subscriptions) {
      const name = `${mode} ${key.exchange}`
      const batch = batches.get(name) ?? { mode: MODE_NUMBER[mode], exchangeType: EXCHANGE_NUMBER[key.exchange], tokens: [] }
      batches.set(name, batch)
      batch.tokens.push(key.token)
    }
    for (const { mode, exchangeType, tokens } of batches.values()) {
      this.#messages++
      this.#socket.send(
        JSON.stringify({ correlationID: `m${this.#messages}`, action, params: { mode, tokenList: [{ exchangeType, tokens }] } }),
      )
    }
  }

  #setState(state: FeedState): void {
    this.#state = state
    if (state.kind === 'reconnecting') this.#log.warn({ attempt: state.attempt, reason: state.reason }, 'feed reconnecting')
    else this.#log.info({ state: state.kind }, 'feed')
    for (const listener of this.#stateListeners) listener(state)
  }
}
