import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deviceOf } from '../../security/deviceOf.ts'
import { answers, jsonSchema, success, successText } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { deleteAccountInput } from './input.ts'
import type { OwnDataService } from './service.ts'

export function ownDataRoutes(app: FastifyInstance, { services, signedIn }: RouteTools<{ readonly ownData: OwnDataService }>): void {
  app.post(
    '/user/export',
    {
      schema: {
        tags: ['profile'],
        summary: 'All that is kept about the user, one export at a time; needs a password given within ten minutes',
        security: BEARER,
        response: answers(z.record(z.string(), z.unknown())),
      },
    },
    async (request, reply) => {
      const text = await services.ownData.export(await signedIn(request), deviceOf(request), successText)
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="sakha-my-data.json"')
        .send(text)
    },
  )

  app.delete(
    '/user/profile',
    {
      schema: {
        tags: ['profile'],
        summary: 'Delete the account; needs its address typed, a password given within ten minutes, and no open trade',
        body: jsonSchema(deleteAccountInput),
        security: BEARER,
        response: answers(z.null()),
      },
    },
    async (request) => {
      await services.ownData.delete(await signedIn(request), request.body)
      return success(null, 'Your account is deleted.')
    },
  )
}
