import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrokerLoginOutcome } from '../../../schema/brokerLogin.ts'
import { paths } from '../../../schema/paths.ts'
import { SECOND } from '../../../schema/time.ts'
import { deviceOf } from '../../security/deviceOf.ts'
import { CALLBACK_PATH, LOGIN_PATH, STATE_MS, type BrokerLogins } from './BrokerLogins.ts'
import { returnAddress } from './returnAddress.ts'

const COOKIE = 'sakha_broker'
const VALUE = new RegExp(`(?:^|;)\\s*${COOKIE}=([\\w-]{43})(?:;|$)`)

interface Services {
  readonly brokerLogins: BrokerLogins
  readonly config: { readonly publicUrl: string }
}

/**
 * What the browser opens on its way through the broker's login page. Whatever comes of it, the answer leads on and shows nothing; addresses
 * with secrets are neither kept nor passed on. Only GET: a HEAD first must not use up the ticket.
 */
export function brokerPages(app: FastifyInstance, { brokerLogins, config }: Services): void {
  const page = { exposeHeadRoute: false, schema: { hide: true } } as const
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  // The broker's page is another site: a stricter one would not come back with the browser.
  const attributes = `Path=/auth/smartapi; HttpOnly; SameSite=Lax${secure}`

  app.get(LOGIN_PATH, page, async (request, reply) => {
    sealedOff(reply)
    const asked = { ...(request.query as object), ...(request.params as object) }
    const returnTo = returnAddress(request.headers.host, config.publicUrl)
    const door = await brokerLogins.open(asked, deviceOf(request), returnTo).catch((error: unknown) => logged(request, error))
    if (!door) return back(reply, door === null ? 'expired' : 'failed')
    return reply.header('set-cookie', `${COOKIE}=${door.cookie}; Max-Age=${STATE_MS / SECOND}; ${attributes}`).redirect(door.address, 303)
  })

  app.get(CALLBACK_PATH, page, async (request, reply) => {
    sealedOff(reply).header('set-cookie', `${COOKIE}=; Max-Age=0; ${attributes}`)
    const cookie = VALUE.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const outcome = await brokerLogins.finish(request.query, cookie, deviceOf(request)).catch((error: unknown) => logged(request, error))
    return back(reply, outcome ?? 'failed')
  })
}

/** The browser shows no JSON: it goes back to the profile also when something is broken. */
function logged(request: FastifyRequest, error: unknown): undefined {
  request.log.error({ err: error }, "the way through the broker's login page failed")
}

function back(reply: FastifyReply, outcome: BrokerLoginOutcome): FastifyReply {
  return reply.redirect(paths.brokerOutcome(outcome), 303)
}

const sealedOff = (reply: FastifyReply) => reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
