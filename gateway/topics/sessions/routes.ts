import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deviceOf } from '../../security/deviceOf.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { sessionIdInput } from './input.ts'
import { restSession, sessionSchema } from './restSession.ts'
import type { SessionService } from './service.ts'

export function sessionRoutes(app: FastifyInstance, { services, signedIn }: RouteTools<{ readonly sessions: SessionService }>): void {
  app.get(
    '/user/sessions',
    {
      schema: {
        tags: ['sessions'],
        summary: 'Where the user is signed in, the last used first',
        security: BEARER,
        response: answers(z.array(sessionSchema)),
      },
    },
    async (request) => success((await services.sessions.mine(await signedIn(request))).map(restSession)),
  )

  app.delete(
    '/user/sessions/:id',
    {
      schema: {
        tags: ['sessions'],
        summary: 'End a session',
        params: jsonSchema(sessionIdInput),
        security: BEARER,
        response: answers(z.null()),
      },
    },
    async (request) => {
      await services.sessions.end(await signedIn(request), request.params, deviceOf(request))
      return success(null, 'The session has ended.')
    },
  )

  app.delete(
    '/user/sessions',
    {
      schema: {
        tags: ['sessions'],
        summary: 'End all sessions but the one that asks',
        security: BEARER,
        response: answers(z.object({ ended: z.int() })),
      },
    },
    async (request) => success({ ended: await services.sessions.endOthers(await signedIn(request), deviceOf(request)) }),
  )
}
