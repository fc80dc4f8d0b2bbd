import type { WebSocket } from 'ws'
import type { Exchange } from '../../../schema/market/indices.ts'
import { instrumentId } from '../instrumentId.ts'
import type { FeedMode, InstrumentKey, Tick } from '../port.ts'
import { decodePacket, type PacketFault } from './decodePacket.ts'
import { LastingSocket } from './LastingSocket.ts'

/** Token-mode pairs that the broker takes on one connection. */
export const PLACES = 1_000
/** Tokens of one message: the broker takes or refuses a message as a whole. */
const LIST = 100
/** A refusal comes at once: of older messages nobody hears any more. */
const MESSAGES_KEPT = 2 * (PLACES / LIST)
const MODE_NUMBER: Readonly<Record<FeedMode, number>> = { ltp: 1, snap: 3 }
const EXCHANGE_NUMBER: Readonly<Record<Exchange, number>> = { NSE: 1, NFO: 2, BSE: 3, BFO: 4 }

export interface Subscription {
  readonly key: InstrumentKey
  readonly mode: FeedMode
  /** Before others where there is no room for all, and in lists of their own. */
  readonly first: boolean
}

/** Frames that were no tick, by fault; `text` counts the market's error messages. */
export type FeedFaults = Record<PacketFault | 'text', number>

export interface FeedSocketParts {
  /** Opens a socket; rejects with a BrokerError. */
  readonly dial: () => Promise<WebSocket>
  readonly faults: FeedFaults
  readonly onTick: (tick: Tick) => void
  /** It opened, or is lost and tried again. */
  readonly onChange: () => void
  /** It is open and does not answer: it must be restarted. */
  readonly onSilence: (reason: string) => void
  /** A message of the market; `refused`: what it does not take here, because it has fewer places than were thought. */
  readonly onText: (text: string, code: string | null, refused: readonly InstrumentKey[]) => void
  readonly onError: (error: Error) => void
}

/** `opening`: it was never open. `attempt`: at another socket, from 1. */
export type FeedSocketState =
  { readonly kind: 'open' } | { readonly kind: 'opening' | 'lost'; readonly attempt: number; readonly reason: string }

/** One connection of the feed: a socket that is replaced when it dies, and subscribed again to what has its seat here. */
export class FeedSocket {
  readonly #parts: FeedSocketParts
  readonly #socket: LastingSocket
  readonly #sent = new Map<string, readonly Subscription[]>()
  #subscriptions: ReadonlyMap<string, Subscription> = new Map()
  #state: FeedSocketState = { kind: 'opening', attempt: 0, reason: 'not connected yet' }
  #places = PLACES
  #messages = 0

  constructor(parts: FeedSocketParts) {
    this.#parts = parts
    this.#socket = new LastingSocket({
      dial: parts.dial,
      onOpen: () => this.#onOpen(),
      onMessage: (data, isBinary) => this.#receive(data, isBinary),
      onReconnecting: (attempt, reason) => this.#onReconnecting(attempt, reason),
      onSilence: parts.onSilence,
      onError: parts.onError,
    })
  }

  get state(): FeedSocketState {
    return this.#state
  }

  /** How many subscriptions the broker takes here. */
  get places(): number {
    return this.#places
  }

  /** Opens the first socket; rejects with a BrokerError. From then on it reconnects by itself until it is closed. */
  open(): Promise<void> {
    return this.#socket.open()
  }

  /** Keeps at it from the first socket on. */
  openPatiently(): void {
    void this.#socket.openPatiently()
  }

  close(): void {
    this.#socket.close()
  }

  restart(reason: string): void {
    this.#socket.restart(reason)
  }

  /** From now on these have their seats here, and no others. */
  seat(next: ReadonlyMap<string, Subscription>): void {
    const before = this.#subscriptions
    this.#subscriptions = next
    const isIn = (all: ReadonlyMap<string, Subscription>, id: string, { mode }: Subscription) => all.get(id)?.mode === mode
    this.#send(
      0,
      [...before].flatMap(([id, each]) => (isIn(next, id, each) ? [] : each)),
    )
    this.#send(
      1,
      [...next].flatMap(([id, each]) => (isIn(before, id, each) ? [] : each)),
    )
  }

  /** Subscribes again to those that have their seats here. */
  repeat(keys: readonly InstrumentKey[]): void {
    const repeated = keys.flatMap((key) => this.#subscriptions.get(instrumentId(key)) ?? [])
    this.#send(0, repeated)
    this.#send(1, repeated)
  }

  #onOpen(): void {
    this.#sent.clear()
    this.#places = PLACES
    this.#state = { kind: 'open' }
    this.#send(1, [...this.#subscriptions.values()])
    this.#parts.onChange()
  }

  #onReconnecting(attempt: number, reason: string): void {
    this.#state = { kind: this.#state.kind === 'opening' ? 'opening' : 'lost', attempt, reason }
    this.#parts.onChange()
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (!isBinary) return this.#receiveText(data.toString())
    const tick = decodePacket(data)
    if (!tick.ok) this.#parts.faults[tick.error]++
    else this.#parts.onTick(tick.value)
  }

  #receiveText(text: string): void {
    if (text === 'pong') return
    this.#parts.faults.text++
    const code = /E\d{4}/.exec(text)?.[0] ?? null
    const sent = code === 'E1002' ? this.#sent.get(/"correlationID"\s*:\s*"(m\d+)"/.exec(text)?.[1] ?? '') : undefined
    const refused = (sent ?? []).flatMap(({ key }) => (this.#subscriptions.has(instrumentId(key)) ? key : []))
    if (sent) this.#places = this.#subscriptions.size - refused.length
    this.#parts.onText(text, code, refused)
  }

  /** Without a socket nothing is sent: the next one subscribes to all that has its seat here. */
  #send(action: 0 | 1, subscriptions: readonly Subscription[]): void {
    if (this.#state.kind !== 'open') return
    for (const list of listsOf(subscriptions)) {
      const { key, mode } = list[0]!
      const correlationID = `m${++this.#messages}`
      if (action === 1) this.#remember(correlationID, list)
      const tokenList = [{ exchangeType: EXCHANGE_NUMBER[key.exchange], tokens: list.map((each) => each.key.token) }]
      this.#socket.send(JSON.stringify({ correlationID, action, params: { mode: MODE_NUMBER[mode], tokenList } }))
    }
  }

  #remember(correlationID: string, list: readonly Subscription[]): void {
    this.#sent.set(correlationID, list)
    if (this.#sent.size > MESSAGES_KEPT) this.#sent.delete(this.#sent.keys().next().value!)
  }
}

/** Of one mode, one exchange and one urgency each, those that come first before the others. */
function listsOf(subscriptions: readonly Subscription[]): Subscription[][] {
  const lists = new Map<string, Subscription[]>()
  for (const subscription of subscriptions.toSorted((a, b) => Number(b.first) - Number(a.first))) {
    const { key, mode, first } = subscription
    const name = `${mode} ${key.exchange} ${first}`
    const list = lists.get(name)
    if (list) list.push(subscription)
    else lists.set(name, [subscription])
  }
  return [...lists.values()].flatMap((list) =>
    Array.from({ length: Math.ceil(list.length / LIST) }, (_, i) => list.slice(i * LIST, (i + 1) * LIST)),
  )
}
