import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Instant } from '../../../schema/time.ts'
import type { SandboxAccount } from '../accounts/loadAccount.ts'
import type { SandboxMarket } from '../market/SandboxMarket.ts'
import { bearerToken } from '../rest/guards.ts'
import type { Sessions } from '../accounts/Sessions.ts'
import { FeedConnection } from './FeedConnection.ts'

const PATH = '/smart-stream'
const MAX_CONNECTIONS = 3
/** Real time between two rounds of ticks. */
const ROUND = 250
const MAX_MESSAGE_BYTES = 64 * 1024

/** The streaming side of the exchange: WebSocket Streaming 2.0 (SmartAPI §8) on the HTTP server's port. */
export class FeedServer {
  readonly #account: SandboxAccount
  readonly #sessions: Sessions
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })
  readonly #connections = new Map<WebSocket, FeedConnection>()
  readonly #timer: NodeJS.Timeout

  constructor(server: Server, account: SandboxAccount, sessions: Sessions, market: SandboxMarket, marketNow: () => Instant, log: Logger) {
    this.#account = account
    this.#sessions = sessions
    this.#sockets.on('connection', (socket) => {
      this.#connections.set(socket, new FeedConnection(socket, market, marketNow))
      socket.on('close', () => this.#connections.delete(socket))
      socket.on('error', (error) => log.warn({ err: error }, 'feed connection failed'))
    })
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', (error) => log.warn({ err: error }, 'feed handshake failed'))
      this.#upgrade(request, socket, head).catch((error: unknown) => {
        log.error({ err: error }, 'feed handshake failed')
        socket.destroy()
      })
    })
    this.#timer = setInterval(() => {
      for (const connection of this.#connections.values()) connection.sendTicks()
    }, ROUND)
  }

  /** Ends every connection. */
  close(): void {
    clearInterval(this.#timer)
    for (const socket of this.#connections.keys()) socket.terminate()
    this.#sockets.close()
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? '/', 'ws://sandbox')
    if (url.pathname !== PATH) return refuse(socket, 404, `${url.pathname} is not served here`)
    const wrong = await this.#wrongCredential(request, url.searchParams)
    if (wrong) return refuse(socket, 401, `Invalid ${wrong}`)
    if (this.#connections.size >= MAX_CONNECTIONS) return refuse(socket, 429, 'Too many connections')
    this.#sockets.handleUpgrade(request, socket, head, (client) => this.#sockets.emit('connection', client, request))
  }

  /**
   * The credential that does not fit, if any. Headers, or a browser's query. A feed token and a client code are always needed;
   * an access token and an API key are checked when they are sent, because some clients send neither.
   */
  async #wrongCredential({ headers }: IncomingMessage, query: URLSearchParams): Promise<string | null> {
    const header = (name: string) => (Array.isArray(headers[name]) ? headers[name][0] : headers[name])
    const { authorization } = headers
    if (authorization !== undefined && !(await this.#sessions.check(bearerToken(authorization), 'access')).ok) return 'Auth Token'
    if ((header('x-client-code') ?? query.get('clientCode')) !== this.#account.clientCode) return 'Client Code'
    const apiKey = header('x-api-key') ?? query.get('apiKey')
    if (apiKey !== null && apiKey !== undefined && apiKey !== this.#account.apiKey) return 'API Key'
    const feedToken = header('x-feed-token') ?? query.get('feedToken') ?? ''
    return (await this.#sessions.check(feedToken, 'feed')).ok ? null : 'Feed Token'
  }
}

function refuse(socket: Duplex, status: number, message: string): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nx-error-message: ${message}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
