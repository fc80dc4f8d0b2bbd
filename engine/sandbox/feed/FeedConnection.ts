import type { WebSocket } from 'ws'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { istDate, SECOND, type Instant } from '../../../schema/time.ts'
import { TICK_SPACING, type IndexTick } from '../sources/candleTicks.ts'
import { instrumentOf, type Instrument } from '../market/Instrument.ts'
import type { SandboxMarket } from '../market/SandboxMarket.ts'
import { encodeLtp, encodeQuote } from './encodePacket.ts'
import { parseSubscribeMessage, type FeedError, type SubscribeRequest } from './subscribeMessage.ts'

/** Token-mode pairs one connection may hold. */
const QUOTA = 1_000
/** Bytes a client may leave unread before the feed waits for it, and for how long (real time) it waits. */
const MAX_UNREAD = 1_000_000
const MAX_BEHIND = 2 * SECOND

interface Subscription {
  readonly instrument: Instrument
  readonly mode: 1 | 2 | 3
  /** Market time of the last tick that was sent. */
  sentUntil: Instant
}

/** One client of the feed: its subscriptions, and what was sent. */
export class FeedConnection {
  readonly #socket: WebSocket
  readonly #market: SandboxMarket
  readonly #marketNow: () => Instant
  readonly #subscriptions = new Map<string, Subscription>()
  #behindSince: Instant | null = null

  constructor(socket: WebSocket, market: SandboxMarket, marketNow: () => Instant) {
    this.#socket = socket
    this.#market = market
    this.#marketNow = marketNow
    socket.on('message', (data, isBinary) => this.#receive(isBinary ? null : data.toString()))
  }

  /**
   * Sends what has happened since the last round, each subscription in the order of market time. A client that still has much
   * to read is passed over, and loses nothing when it catches up; one that stays behind is cut off. `muted`: tokens of which nothing is sent.
   */
  sendTicks(muted: ReadonlySet<string>): void {
    if (this.#socket.bufferedAmount > MAX_UNREAD) {
      this.#behindSince ??= Date.now()
      if (Date.now() - this.#behindSince >= MAX_BEHIND) this.#socket.terminate()
      return
    }
    this.#behindSince = null
    const now = this.#marketNow()
    const moves = new Map<string, readonly IndexTick[]>()
    for (const subscription of this.#subscriptions.values()) {
      const { instrument, sentUntil } = subscription
      if (muted.has(instrument.token)) continue
      const key = `${instrument.index}:${sentUntil}`
      const ticks = moves.get(key) ?? this.#market.ticksBetween(instrument.index, sentUntil, now)
      moves.set(key, ticks)
      for (const tick of ticks) this.#send(subscription, tick)
    }
  }

  #receive(text: string | null): void {
    if (text === 'ping') return this.#socket.send('pong')
    const request = parseSubscribeMessage(text ?? '')
    if (!request.ok) return this.#refuse(request.error)
    if (request.value.action === 'unsubscribe') this.#unsubscribe(request.value)
    else this.#subscribe(request.value)
  }

  #unsubscribe({ mode, instruments }: SubscribeRequest): void {
    for (const { exchange, token } of instruments) this.#subscriptions.delete(`${exchange}:${token}:${mode}`)
  }

  /** All of a request or, beyond the quota, nothing of it. Tokens nobody knows are passed over, as the broker does. */
  #subscribe({ mode, instruments, correlationID }: SubscribeRequest): void {
    const now = this.#marketNow()
    const wanted = new Map<string, Instrument>()
    for (const { exchange, token } of instruments) {
      const key = `${exchange}:${token}:${mode}`
      const instrument = instrumentOf(exchange, token)
      if (instrument && !this.#subscriptions.has(key) && this.#market.isAlive(instrument, istDate(now))) wanted.set(key, instrument)
    }
    if (this.#subscriptions.size + wanted.size > QUOTA) {
      const errorMessage = `Subscription Limit Exceeded: ${this.#subscriptions.size} held, ${wanted.size} asked for, ${QUOTA} allowed`
      return this.#refuse({ correlationID, errorCode: 'E1002', errorMessage })
    }
    for (const [key, instrument] of wanted) {
      const tick = this.#market.lastTick(instrument.index, now)
      const subscription: Subscription = { instrument, mode, sentUntil: tick?.at ?? now }
      this.#subscriptions.set(key, subscription)
      if (tick) this.#send(subscription, tick)
    }
  }

  #send(subscription: Subscription, tick: IndexTick): void {
    const { instrument, mode } = subscription
    subscription.sentUntil = tick.at
    const date = istDate(tick.at)
    if (instrument.kind === 'option' && date > instrument.expiry) return
    const sequence = Math.floor((tick.at - SHIPPED_MARKET_RULES.sessionHours(date).open) / TICK_SPACING) + 1
    const packet =
      mode === 1
        ? encodeLtp(instrument, sequence, tick.at, this.#market.priceAt(instrument, tick))
        : encodeQuote(mode, instrument, sequence, this.#market.quote(instrument, tick))
    this.#socket.send(packet)
  }

  #refuse(error: FeedError): void {
    this.#socket.send(JSON.stringify(error))
  }
}
