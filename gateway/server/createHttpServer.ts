import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { publicError } from './publicError.ts'
import { securityHeaders } from './securityHeaders.ts'

const MAX_BODY_BYTES = 100 * 1_024

/** The HTTP server as far as it knows nothing of the product: ids, limits, headers, and failures in the REST envelope. */
export async function createHttpServer(log: FastifyBaseLogger): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Clients that always say "JSON" also say it of calls without a body.
    if (body === '') done(null, undefined)
    else void parseJson(request, String(body), done)
  })
  await securityHeaders(app)
  await app.register(rateLimit, { global: false })
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    request.log.info({ method, path: url.split('?')[0], status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
  app.setErrorHandler((error, request, reply) => {
    const { code, message, status, fieldErrors, retryAfterSeconds } = publicError(error)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    if (status >= 500) request.log.error({ err: error }, 'a request failed')
    const details = fieldErrors ? { fieldErrors } : {}
    return reply.code(status).send({ success: false, data: null, message, error: message, code, requestId: request.id, ...details })
  })
  return app
}
