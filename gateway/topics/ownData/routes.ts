import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deviceOf } from '../../security/deviceOf.ts'
import { answers, jsonSchema, success, successText } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import type { SentFiles } from '../../security/SentFiles.ts'
import { deleteAccountInput } from './input.ts'
import type { OwnDataService } from './service.ts'

export function ownDataRoutes(
  app: FastifyInstance,
  { services, signedIn }: RouteTools<{ readonly ownData: OwnDataService; readonly sentFiles: SentFiles }>,
): void {
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
      const caller = await signedIn(request)
      const pieces = await services.ownData.export(caller, deviceOf(request), successText)
      return services.sentFiles.send(reply, caller, { name: 'sakha-my-data.json', type: 'application/json; charset=utf-8', pieces })
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
