import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { parse } from 'node:querystring'
import { Histogram, type Registry } from 'prom-client'
import { UserFacingError } from '../../../schema/errors.ts'
import { ServerRequest } from '../../../schema/ServerRequest.ts'
import { beginSpan } from '../../../schema/tracing/spans.ts'
import { SECOND } from '../../../schema/time.ts'
import { finishRequests } from './finishRequests.ts'
import { OPERATION_MS } from '../graphql/limitOperationTime.ts'
import { nestingDepth } from './nestingDepth.ts'
import { publicError } from '../../kit/publicError.ts'
import { refuseEarly } from './refuseEarly.ts'
import { refuseUnreadable } from './refuseUnreadable.ts'
import { refusal } from '../../kit/restEnvelope.ts'
import { securityHeaders } from '../../security/securityHeaders.ts'

const MAX_BODY_BYTES = 100 * 1_024
const MAX_NESTING = 32
/** Longer than any request line: the services report what is wrong with a long id. */
const MAX_PARAMETER_LENGTH = 64 * 1_024
/** For a request to arrive whole: slower clients hold a slot that others need. */
const REQUEST_MS = 30 * SECOND

export interface HttpSettings {
  /** Trusted proxies in front, for the client's address; 0: none. */
  readonly trustedProxies: number
  /** Origins that may call cross-origin, exactly. */
  readonly allowedOrigins: readonly string[]
}

export interface HttpServerSettings extends HttpSettings {
  /** Whether a Host header names this server. */
  readonly isOwnHost: (host: string | undefined) => boolean
}

/** The HTTP server without the product: ids, limits, headers, and failures in the REST envelope. */
export async function createHttpServer(
  log: FastifyBaseLogger,
  metrics: Registry,
  { trustedProxies, allowedOrigins, isOwnHost }: HttpServerSettings,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_MS,
    // refuseEarly() refuses them.
    http: { requireHostHeader: false, IncomingMessage: ServerRequest },
    // finishRequests() has answered the finishable ones, and refuses new ones in the envelope.
    forceCloseConnections: true,
    // Closing takes as long as it waits for them, and Fastify would give up after ten seconds: while somebody downloads, say.
    pluginTimeout: 3 * OPERATION_MS,
    return503OnClosing: false,
    // Undecodable addresses are taken literally, so that they get the envelope and the headers like every request, and not the framework's
    // own answers.
    rewriteUrl: ({ url = '/' }) => (isWellEncoded(url) ? url : url.replaceAll('%', '%25')),
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, querystringParser: parseQuery },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, log),
    trustProxy: (_address, hop) => hop < trustedProxies,
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Clients that always send the JSON content type also send it for calls without a body.
    if (body === '') done(null, undefined)
    else if (nestingDepth(String(body)) > MAX_NESTING)
      done(new UserFacingError('BAD_USER_INPUT', `The request body is nested too deeply: at most ${MAX_NESTING} levels.`))
    else void parseJson(request, String(body), done)
  })
  await securityHeaders(app)
  refuseEarly(app, isOwnHost)
  finishRequests(app)
  if (allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: [...allowedOrigins],
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-none-match'],
      exposedHeaders: ['etag', 'x-request-id', 'retry-after'],
    })
  }
  await app.register(rateLimit, { global: false })
  const durations = new Histogram({
    ...{ name: 'sakha_http_request_duration_seconds', help: 'HTTP requests, by the pattern of their route and by status.' },
    ...{ labelNames: ['method', 'route', 'status'], registers: [metrics] },
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, routeOptions } = request
    // The route pattern, never the client's address.
    const route = routeOptions.url ?? 'none'
    const status = reply.statusCode
    durations.observe({ method, route, status }, reply.elapsedTime / SECOND)
    beginSpan(reply.elapsedTime)?.({
      ...{ name: `${method} ${route}`, requestId: request.id, kind: 'request', failed: status >= 500 },
      attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
    })
    request.log.info({ method, path: url.split('?')[0], status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
  app.setErrorHandler((error, request, reply) => {
    if (isNoFile(error, request)) return reply.callNotFound()
    const { code, message, status, fieldErrors, retryAfterSeconds } = publicError(error)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    if (status >= 500) request.log.error({ err: error }, 'a request failed')
    const details = fieldErrors ? { fieldErrors } : {}
    // A file that is refused as it begins has said what it would have been.
    reply.removeHeader('content-disposition')
    return reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send({ ...refusal(message, code, request.id), ...details })
  })
  return app
}

/** Whether a server of files refuses a path because no file has one like it: with a doubled slash, dots, a backslash or a zero byte. */
function isNoFile(error: unknown, { routeOptions: { url } }: FastifyRequest): boolean {
  if (url?.endsWith('/*') !== true || error instanceof UserFacingError || !(error instanceof Error)) return false
  return 'statusCode' in error && (error.statusCode === 400 || error.statusCode === 403)
}

/** Whether every % of an address starts a valid character. */
function isWellEncoded(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

/** Parameters of an address. Empty ones are none: forms send every field that they have. */
function parseQuery(query: string): Record<string, string | string[] | undefined> {
  return Object.fromEntries(Object.entries(parse(query)).filter(([, value]) => value !== ''))
}
