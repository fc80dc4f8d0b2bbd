import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ADMIN_BROKER_MESSAGES } from '../../../schema/brokerMessages.ts'
import type { AdminBrokerStatus } from '../../../schema/graphql/broker.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { deviceOf } from '../../security/deviceOf.ts'
import { adminBrokerInput } from './input.ts'
import type { AdminBrokerService } from './service.ts'

const adminBrokerSchema = z.object({
  isConnected: z.boolean(),
  isConfigured: z.boolean().describe('Whether client id, PIN and TOTP secret are kept'),
  lastRefreshed: z.iso.datetime().nullable(),
  clientIdEnding: z.string().nullable().describe('The last two characters'),
  problem: z.string().nullable(),
})

export function adminBrokerRoutes(
  app: FastifyInstance,
  { services: { adminBroker }, signedIn, countAttempt }: RouteTools<{ readonly adminBroker: AdminBrokerService }>,
): void {
  const about = (summary: string) => ({ tags: ['admin'], summary, security: BEARER, response: answers(adminBrokerSchema) })

  app.get('/admin/broker/status', { schema: about("The installation's account at the broker") }, async (request) =>
    success(restAdminBroker(await adminBroker.status(await signedIn(request)))),
  )

  app.post(
    '/admin/broker/configure',
    { schema: { ...about('Keep what signs the installation in at the broker; it is not tried'), body: jsonSchema(adminBrokerInput) } },
    async (request) => {
      const caller = await signedIn(request)
      await countAttempt('broker', request)
      const status = await adminBroker.configure(caller, request.body, deviceOf(request))
      return success(restAdminBroker(status), ADMIN_BROKER_MESSAGES.configured)
    },
  )

  app.post('/admin/broker/login', { schema: about('Sign the installation in at the broker with what is kept') }, async (request) => {
    const caller = await signedIn(request)
    await countAttempt('broker', request)
    return success(restAdminBroker(await adminBroker.login(caller, deviceOf(request))), ADMIN_BROKER_MESSAGES.loggedIn)
  })

  app.delete(
    '/admin/broker/credentials',
    { schema: about('Sign the installation out at the broker, and delete what is kept') },
    async (request) => {
      const caller = await signedIn(request)
      await countAttempt('broker', request)
      return success(restAdminBroker(await adminBroker.remove(caller, deviceOf(request))), ADMIN_BROKER_MESSAGES.removed)
    },
  )
}

function restAdminBroker(status: AdminBrokerStatus): z.infer<typeof adminBrokerSchema> {
  return { ...status, lastRefreshed: status.lastRefreshed?.toISOString() ?? null }
}
