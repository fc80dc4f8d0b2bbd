import type { FastifyInstance } from 'fastify'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { RetryLater } from '../../../schema/errors.ts'
import { OPERATION_MS } from '../graphql/limitOperationTime.ts'

const RETRY_SECONDS = 5

/**
 * Closing the server answers the requests that arrived whole, for as long as an operation may take, and refuses new ones (UNAVAILABLE). For
 * a server with `forceCloseConnections`: it then cuts every connection. Node itself would wait without end for those that have sent nothing
 * or half a request, because it stops checking their time-outs when the server closes.
 */
export function finishRequests(app: FastifyInstance): void {
  const underWay = new Set<ServerResponse>()
  let closing = false
  app.addHook('onRequest', async () => {
    if (closing) throw new RetryLater('UNAVAILABLE', `Sakha is restarting. Please try again in ${RETRY_SECONDS} seconds.`, RETRY_SECONDS)
  })
  // Before a handler the body has arrived; onResponse would miss clients that leave.
  app.addHook('preHandler', async (_request, { raw }) => {
    underWay.add(raw)
    raw.once('close', () => underWay.delete(raw))
  })
  app.addHook('preClose', async () => {
    closing = true
    const answered = Promise.all([...underWay].map((response) => new Promise<void>((resolve) => response.once('close', () => resolve()))))
    const waiting = new AbortController()
    await Promise.race([answered, delay(OPERATION_MS, undefined, { signal: waiting.signal })])
    waiting.abort()
  })
}
