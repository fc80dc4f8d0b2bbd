import type { FastifyBaseLogger } from 'fastify'
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refusal } from './restEnvelope.ts'
import { NO_PAGE } from './securityHeaders.ts'

/** By Node's code for what its parser cannot take; everything else is 400. */
const FAILURES: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The address and the headers of the request are larger than 16 kB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
}

/** Answers what is no HTTP request, and so reaches no route: in the REST envelope, and the connection is over. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, log: FastifyBaseLogger): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, message } = FAILURES[error.code ?? ''] ?? { status: 400, message: 'This is no HTTP request.' }
  const requestId = randomUUID()
  log.info({ requestId, status, reason: error.code }, 'a request could not be read')
  const body = JSON.stringify(refusal(message, 'BAD_USER_INPUT', requestId))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    `content-security-policy: ${NO_PAGE}`,
    'x-content-type-options: nosniff',
    `x-request-id: ${requestId}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
