import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { UserFacingError } from '../../../schema/errors.ts'
import { refusal } from '../../kit/restEnvelope.ts'
import { protectiveHeaders } from '../../security/securityHeaders.ts'

/** Makes the refusal of a request to a host that this server is not: whoever reads it has opened another name of it, or was led here. */
export function misdirected(host: string | undefined): UserFacingError {
  return new UserFacingError(
    'MISDIRECTED',
    `Sakha is not served as ${host}. Open it by the address that its operator has set (PUBLIC_URL).`,
  )
}

/**
 * Refuses requests to a host that is not ours. Handles requests that Node's HTTP server would answer with a bare status: those without a host (for a server with `requireHostHeader:
 * false`), and those with an Expect other than 100-continue. They get the envelope and the headers of every answer.
 */
export function refuseEarly(app: FastifyInstance, isOwnHost: (host: string | undefined) => boolean): void {
  app.addHook('onRequest', async ({ raw: { httpVersionMajor, httpVersionMinor, headers } }) => {
    if (headers.host === undefined && httpVersionMajor === 1 && httpVersionMinor === 1)
      throw new UserFacingError('BAD_USER_INPUT', 'The request names no host.')
    if (!isOwnHost(headers.host)) throw misdirected(headers.host)
  })
  app.server.on('checkExpectation', (_request, response) => {
    const requestId = randomUUID()
    const body = JSON.stringify(refusal('The only expectation met here is 100-continue.', 'BAD_USER_INPUT', requestId))
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      ...protectiveHeaders(requestId),
    }
    response.writeHead(417, headers).end(body)
  })
}
