import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { ServerRequest } from '../../schema/ServerRequest.ts'
import type { SignIn } from './accounts/SignIn.ts'
import type { Session } from './accounts/Sessions.ts'
import type { SandboxClock } from './market/SandboxClock.ts'
import type { SandboxMarket } from './market/SandboxMarket.ts'
import type { Access } from './access/Access.ts'
import { failure } from './access/envelopes.ts'
import { spoilAnswers } from './access/spoilAnswers.ts'
import type { OrderDesk } from './desk/OrderDesk.ts'
import { controlRoutes } from './control/controlRoutes.ts'
import type { SandboxControl } from './control/SandboxControl.ts'
import { publisherRoutes } from './login/publisherRoutes.ts'
import { bookRoutes } from './rest/bookRoutes.ts'
import { SESSION } from './access/guards.ts'
import { orderRoutes } from './rest/orderRoutes.ts'
import { marketRoutes } from './rest/marketRoutes.ts'
import { userRoutes } from './rest/userRoutes.ts'

export interface ServerParts {
  readonly access: Access
  readonly signIn: SignIn
  readonly desk: OrderDesk
  readonly market: SandboxMarket
  readonly clock: SandboxClock
  readonly log: Logger
  /** Whether a Host header names this server. */
  readonly isOwnHost: (host: string | undefined) => boolean
  /** Where the login page may lead to. */
  readonly redirectUrls: readonly string[]
  /** What a test may do from another process; null: nothing. */
  readonly control: { readonly control: SandboxControl; readonly secret: string } | null
}

/** The exchange's HTTP side, not yet listening. */
export function buildServer({ access, signIn, desk, market, clock, log, isOwnHost, redirectUrls, control }: ServerParts): FastifyInstance {
  const app = Fastify({
    rewriteUrl: (request) => plainPath(request.url ?? '/'),
    forceCloseConnections: true,
    http: { IncomingMessage: ServerRequest },
  })
  app.decorateRequest<Session | null>(SESSION, null)

  app.setNotFoundHandler((request, reply) => reply.code(404).send(failure('AB1004', `${request.method} ${request.url} is not served here`)))
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send(failure('AB1004', error.message))
    log.error({ err: error, url: request.url }, 'request failed')
    return reply.code(status).send(failure('AB2001', 'Internal Error, please try after sometime'))
  })

  app.addHook('onRequest', async ({ headers: { host } }, reply) => {
    if (!isOwnHost(host)) return reply.code(421).send(failure('AB1004', `The sandbox is not served as ${host}`))
  })
  spoilAnswers(app, access.faults)
  const marketNow = () => clock.now()
  userRoutes(app, access, signIn)
  marketRoutes(app, access, market, marketNow)
  orderRoutes(app, access, desk)
  bookRoutes(app, access, desk)
  publisherRoutes(app, access, signIn, redirectUrls)
  if (control) controlRoutes(app, control.control, control.secret)
  // Not part of the broker's API: what time it is on this market.
  app.get('/sandbox/clock', () => ({ marketId: market.source.marketId, state: clock.state(), clock: clock.clock() }))
  return app
}

/** The many spellings the broker accepts, brought to one: no doubled or trailing slashes, no prefix of a service. */
function plainPath(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const plain = path
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
    .replace(/^\/(order|gtt)-service(?=\/rest\/)/, '')
  return query === undefined ? plain : `${plain}?${query}`
}
