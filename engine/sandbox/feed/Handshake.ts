import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'

/** Takes a connection that asks to become a WebSocket, or refuses it. */
export type TakeSocket = (request: IncomingMessage, socket: Duplex, head: Buffer, url: URL) => Promise<void>

/** Hands each WebSocket handshake of a server to who serves its path; another host's are refused with 421, other paths with 404. */
export function routeHandshakes(
  server: Server,
  paths: Readonly<Record<string, TakeSocket>>,
  isOwnHost: (host: string | undefined) => boolean,
  log: Logger,
): void {
  server.on('upgrade', (request, socket, head) => {
    // A peer that ends in the midst of it is nobody's fault.
    socket.on('error', (error) => log.debug({ err: error }, 'the peer left during its handshake'))
    if (!isOwnHost(request.headers.host)) return refuseSocket(socket, 421, 'the sandbox is not served as this host')
    const url = new URL(request.url ?? '/', 'ws://sandbox')
    const take = paths[url.pathname]
    if (!take) return refuseSocket(socket, 404, `${url.pathname} is not served here`)
    take(request, socket, head, url).catch((error: unknown) => {
      log.error({ err: error }, 'handshake failed')
      socket.destroy()
    })
  })
}

/** Answers a handshake with an HTTP status, and why in `x-error-message`. */
export function refuseSocket(socket: Duplex, status: number, message: string): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nx-error-message: ${message}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** The value of a header that is sent once. */
export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
