import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import { ERROR_STATUS } from '../../../schema/errors.ts'
import { misdirected } from '../http/refuseEarly.ts'
import { refuseOnSocket } from '../http/refuseOnSocket.ts'
import { NewSockets, type Stranger } from './NewSockets.ts'

const PATH = '/graphql'

export interface UpgradeTools {
  readonly server: Server
  /** A server of sockets with `noServer`. */
  readonly sockets: WebSocketServer
  /** Other origins that may connect, beside this host's. */
  readonly allowedOrigins: readonly string[]
  /** Whether a Host header names this server. */
  readonly isOwnHost: (host: string | undefined) => boolean
  /** Trusted proxies in front, for the client's address. */
  readonly trustedProxies: number
}

/**
 * Answers an HTTP server's upgrade requests: accepts those to this host at /graphql, from allowed origins, within the limit per address; refuses every
 * other in the REST envelope. Returns a function that stops it.
 */
export function answerUpgrades(
  { server, sockets, allowedOrigins, isOwnHost, trustedProxies }: UpgradeTools,
  onSocket: (socket: WebSocket, stranger: Stranger) => void,
): () => void {
  const newSockets = new NewSockets()

  const onUpgrade = (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    // Without a listener, the error of a reset connection would end the process.
    connection.on('error', () => connection.destroy())
    const path = request.url?.split('?')[0] ?? ''
    if (path !== PATH) return refuseOnSocket(connection, { status: 404, code: 'NOT_FOUND', message: `There is no socket at ${path}.` })
    if (!isOwnHost(request.headers.host)) {
      const { code, message } = misdirected(request.headers.host)
      return refuseOnSocket(connection, { status: ERROR_STATUS[code], code, message })
    }
    if (!isSameOrigin(request) && !allowedOrigins.includes(request.headers.origin ?? '')) {
      const message = `Pages of ${request.headers.origin} may not connect.`
      return refuseOnSocket(connection, { status: 401, code: 'FORBIDDEN', message })
    }
    const admitted = newSockets.admit(addressOf(request, trustedProxies), Date.now())
    if (!admitted.ok) {
      const message = `Too many new connections. Please try again in ${admitted.error} seconds.`
      return refuseOnSocket(connection, { status: 429, code: 'RATE_LIMITED', message, headers: { 'retry-after': admitted.error } })
    }
    connection.once('close', () => admitted.value.leave())
    sockets.handleUpgrade(request, connection, head, (socket) => onSocket(socket, admitted.value))
  }

  sockets.on('wsClientError', (error: Error, connection: Duplex) => {
    const headers = { 'sec-websocket-version': '13' }
    refuseOnSocket(connection, {
      status: 400,
      code: 'BAD_USER_INPUT',
      message: `This is not a WebSocket request: ${error.message}.`,
      headers,
    })
  })
  server.on('upgrade', onUpgrade)
  return () => server.off('upgrade', onUpgrade)
}

/** Browsers send the page's origin, which must be this very host. Other clients send none. */
function isSameOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/** The client's address, as for requests: the entry that the outermost trusted proxy added, else the connection's own. */
function addressOf({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const forwarded = headers['x-forwarded-for']
  const told = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').map((address) => address.trim())
  const known = [socket.remoteAddress ?? '', ...told.filter((address) => address !== '').reverse()]
  return known[Math.min(trustedProxies, known.length - 1)] ?? ''
}
