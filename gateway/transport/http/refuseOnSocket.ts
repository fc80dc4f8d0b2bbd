import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { SECOND } from '../../../schema/time.ts'
import { refusal } from '../../kit/restEnvelope.ts'
import { protectiveHeaders } from '../../security/securityHeaders.ts'

/** How long a client has to read its refusal and close, before the connection is cut. */
const LINGER_MS = 2 * SECOND

export interface SocketRefusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string | number>>
}

/**
 * Refuses a request without a route on the bare connection, and ends it: in the REST envelope, with the headers of every answer. Returns
 * the request id.
 */
export function refuseOnSocket(socket: Duplex, { status, code, message, headers = {} }: SocketRefusal): string {
  const requestId = randomUUID()
  const body = JSON.stringify(refusal(message, code, requestId))
  const lines = Object.entries({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...protectiveHeaders(requestId),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  const cutOff = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(cutOff))
  // Closing with unread data would reset the connection and lose the answer.
  socket.resume()
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  return requestId
}
