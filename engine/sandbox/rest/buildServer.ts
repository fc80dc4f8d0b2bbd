import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { SandboxAccount } from '../accounts/loadAccount.ts'
import type { SandboxClock } from '../market/SandboxClock.ts'
import type { SandboxMarket } from '../market/SandboxMarket.ts'
import type { Sessions } from '../accounts/Sessions.ts'
import { failure } from './envelopes.ts'
import { marketRoutes } from './marketRoutes.ts'
import { userRoutes } from './userRoutes.ts'

/** The exchange's HTTP side, not yet listening. */
export function buildServer(
  account: SandboxAccount,
  sessions: Sessions,
  market: SandboxMarket,
  clock: SandboxClock,
  log: Logger,
): FastifyInstance {
  const app = Fastify({ rewriteUrl: (request) => plainPath(request.url ?? '/'), forceCloseConnections: true })

  app.setNotFoundHandler((request, reply) => reply.code(404).send(failure('AB1004', `${request.method} ${request.url} is not served here`)))
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send(failure('AB1004', error.message))
    log.error({ err: error, url: request.url }, 'request failed')
    return reply.code(status).send(failure('AB2001', 'Internal Error, please try after sometime'))
  })

  const marketNow = () => clock.now()
  userRoutes(app, account, sessions, marketNow)
  marketRoutes(app, account, sessions, market, marketNow)
  // Not part of the broker's API: what time it is on this market.
  app.get('/sandbox/clock', () => ({ marketId: market.source.marketId, state: clock.state(), clock: clock.clock() }))
  return app
}

/** The many spellings the broker accepts, brought to one: no doubled or trailing slashes, no `order-service` prefix. */
function plainPath(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const plain = path
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
    .replace(/^\/order-service(?=\/rest\/)/, '')
  return query === undefined ? plain : `${plain}?${query}`
}
