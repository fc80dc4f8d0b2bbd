import type { FastifyInstance } from 'fastify'
import { answers, success } from '../server/restEnvelope.ts'
import { BEARER, type RouteTools } from '../server/RouteTools.ts'
import { restUser, restUserSchema } from './restUser.ts'

export function profileRoutes(app: FastifyInstance, { services, signedIn }: RouteTools): void {
  app.get(
    '/user/profile',
    { schema: { tags: ['profile'], summary: 'The signed-in user', security: BEARER, response: answers(restUserSchema) } },
    async (request) => success(restUser(await services.profile.me((await signedIn(request)).userId))),
  )
}
