import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BROKER_MESSAGES } from '../../../schema/brokerMessages.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { deviceOf } from '../../security/deviceOf.ts'
import { liveDataInput, ltpInput } from './input.ts'
import { brokerStatusSchema, lastPriceSchema, restBrokerStatus, restLastPrice } from './restBroker.ts'
import type { BrokerService } from './service.ts'

export function brokerRoutes(
  app: FastifyInstance,
  { services: { broker }, signedIn, countAttempt }: RouteTools<{ readonly broker: BrokerService }>,
): void {
  const about = (summary: string, data: z.ZodType) => ({ tags: ['broker'], summary, security: BEARER, response: answers(data) })

  app.post(
    '/auth/refresh-broker-token',
    { schema: about('New broker tokens by the refresh token, or else by a sign-in with what is kept', brokerStatusSchema) },
    async (request) => {
      const caller = await signedIn(request)
      await countAttempt('broker', request)
      return success(restBrokerStatus(await broker.refresh(caller, deviceOf(request))), BROKER_MESSAGES.refreshed)
    },
  )

  app.post(
    '/auth/auto-refresh-broker-token',
    { schema: about('New broker tokens by a sign-in with what is kept', brokerStatusSchema) },
    async (request) => {
      const caller = await signedIn(request)
      await countAttempt('broker', request)
      return success(restBrokerStatus(await broker.autoRefresh(caller, deviceOf(request))), BROKER_MESSAGES.refreshed)
    },
  )

  app.get('/broker/status', { schema: about("The signed-in user's account at the broker", brokerStatusSchema) }, async (request) => {
    const status = await broker.status((await signedIn(request)).userId)
    return success(restBrokerStatus(status), status.clientCodeEnding === null ? BROKER_MESSAGES.noConnection : null)
  })

  app.get(
    '/broker/ltp/:token',
    { schema: { ...about('The last price of an instrument, asked for at the broker', lastPriceSchema), params: jsonSchema(ltpInput) } },
    async (request) => {
      const { userId } = await signedIn(request)
      await countAttempt('quote', request)
      return success(restLastPrice(await broker.ltp(userId, request.params, request.id)))
    },
  )

  app.post(
    '/broker/live-data',
    {
      schema: {
        ...about('Last prices of at most 50 instruments; those the broker does not know are left out', z.array(lastPriceSchema)),
        body: jsonSchema(liveDataInput),
      },
    },
    async (request) => {
      const { userId } = await signedIn(request)
      await countAttempt('quote', request)
      return success((await broker.liveData(userId, request.body, request.id)).map(restLastPrice))
    },
  )
}
