import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { WebSocketServer, type WebSocket } from 'ws'
import { err, ok, type Result } from '../../../schema/errors.ts'
import type { Instant } from '../../../schema/time.ts'
import type { Access } from '../access/Access.ts'
import type { SandboxMarket } from '../market/SandboxMarket.ts'
import { bearerToken } from '../access/guards.ts'
import { FeedConnection } from './FeedConnection.ts'
import { headerOf, refuseSocket } from './Handshake.ts'

/** Connections of one client code. */
const MAX_CONNECTIONS = 3
/** Real time between two rounds of ticks. */
const ROUND = 250
const MAX_MESSAGE_BYTES = 64 * 1024

/** The streaming side of the exchange: WebSocket Streaming 2.0 (SmartAPI §8). */
export class FeedServer {
  readonly #access: Access
  readonly #market: SandboxMarket
  readonly #marketNow: () => Instant
  readonly #log: Logger
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })
  readonly #connections = new Map<WebSocket, { readonly clientCode: string; readonly connection: FeedConnection }>()
  readonly #timer: NodeJS.Timeout

  constructor(access: Access, market: SandboxMarket, marketNow: () => Instant, log: Logger) {
    this.#access = access
    this.#market = market
    this.#marketNow = marketNow
    this.#log = log
    this.#timer = setInterval(() => {
      for (const { clientCode, connection } of this.#connections.values())
        if (!access.faults.state('muteFeed', clientCode))
          connection.sendTicks(new Set(access.faults.state('muteTokens', clientCode)?.tokens))
    }, ROUND)
  }

  /** Ends every connection. */
  close(): void {
    clearInterval(this.#timer)
    for (const socket of this.#connections.keys()) socket.terminate()
    this.#sockets.close()
  }

  /** Breaks the connections of a client; null: of everybody. */
  drop(clientCode: string | null): void {
    for (const [socket, connection] of this.#connections)
      if (clientCode === null || connection.clientCode === clientCode) socket.terminate()
  }

  /** Takes a handshake at the feed's path. */
  async take(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): Promise<void> {
    const client = await this.#clientOf(request, url.searchParams)
    if (!client.ok) return refuseSocket(socket, 401, `Invalid ${client.error}`)
    const held = [...this.#connections.values()].filter(({ clientCode }) => clientCode === client.value)
    if (held.length >= MAX_CONNECTIONS) return refuseSocket(socket, 429, 'Too many connections')
    this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#serve(opened, client.value))
  }

  #serve(socket: WebSocket, clientCode: string): void {
    this.#connections.set(socket, { clientCode, connection: new FeedConnection(socket, this.#market, this.#marketNow) })
    socket.on('close', () => this.#connections.delete(socket))
    socket.on('error', (error) => this.#log.warn({ err: error }, 'feed connection failed'))
  }

  /**
   * Whose connection it is, or the credential that does not fit. Headers, or a browser's query. A feed token and a client code are
   * always needed; an access token and an API key are checked when they are sent, because some clients send neither.
   */
  async #clientOf(request: IncomingMessage, query: URLSearchParams): Promise<Result<string, string>> {
    const { accounts, sessions } = this.#access
    const { authorization } = request.headers
    const clientCode = headerOf(request, 'x-client-code') ?? query.get('clientCode') ?? ''
    const access = authorization === undefined ? null : await sessions.check(bearerToken(authorization), 'access')
    if (access && !access.ok) return err('Auth Token')
    if (!accounts.named(clientCode)) return err('Client Code')
    if (access && access.value.clientCode !== clientCode) return err('Auth Token')
    const apiKey = headerOf(request, 'x-api-key') ?? query.get('apiKey')
    if (apiKey !== null && apiKey !== accounts.apiKey) return err('API Key')
    const feed = await sessions.check(headerOf(request, 'x-feed-token') ?? query.get('feedToken') ?? '', 'feed')
    return feed.ok && feed.value.clientCode === clientCode ? ok(clientCode) : err('Feed Token')
  }
}
