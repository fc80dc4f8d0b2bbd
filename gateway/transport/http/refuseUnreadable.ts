import type { FastifyBaseLogger } from 'fastify'
import type { Socket } from 'node:net'
import { refuseOnSocket } from './refuseOnSocket.ts'

/** By Node's parser error code; everything else is 400. */
const FAILURES: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The address and the headers of the request are larger than 16 kB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
}

/** Answers malformed HTTP, which reaches no route. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, log: FastifyBaseLogger): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, message } = FAILURES[error.code ?? ''] ?? { status: 400, message: 'This is not an HTTP request.' }
  const requestId = refuseOnSocket(socket, { status, code: 'BAD_USER_INPUT', message })
  log.info({ requestId, status, reason: error.code }, 'a request could not be read')
}
