import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DAY, SECOND } from '../../schema/time.ts'

const NAME = 'sakha_device'
/** Browsers keep no cookie much longer. */
const LIFETIME_MS = 365 * DAY
const VALUE = new RegExp(`(?:^|;)\\s*${NAME}=([\\w.~-]*)`)

/** Cookies an answer is still to set. */
const toKeep = new WeakMap<FastifyRequest, string>()

/**
 * Lets answers set a device's cookie, which scripts cannot read and other sites' pages do not send. It signs nobody in: it only
 * distinguishes a device that has signed in before from a stranger's.
 */
export function sendDeviceCookies(app: FastifyInstance, { secure }: { readonly secure: boolean }): void {
  const attributes = `Path=/; Max-Age=${LIFETIME_MS / SECOND}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  app.addHook('onSend', async (request, reply) => {
    const value = toKeep.get(request)
    if (value !== undefined) reply.header('set-cookie', `${NAME}=${value}; ${attributes}`)
  })
}

export function readCookie({ headers }: FastifyRequest): string {
  return VALUE.exec(headers.cookie ?? '')?.[1] ?? ''
}

export function keepCookie(request: FastifyRequest, value: string): void {
  toKeep.set(request, value)
}
