import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deviceOf } from '../security/Device.ts'
import { answers, jsonSchema, success } from '../server/restEnvelope.ts'
import { BEARER, type RouteTools } from '../server/RouteTools.ts'
import { profileInput, resendVerificationInput, verifyEmailInput } from './input.ts'
import { restUser, restUserSchema } from './restUser.ts'

export function profileRoutes(app: FastifyInstance, { services, signedIn, countAttempt }: RouteTools): void {
  app.get(
    '/user/profile',
    { schema: { tags: ['profile'], summary: 'The signed-in user', security: BEARER, response: answers(restUserSchema) } },
    async (request) => success(restUser(await services.profile.me((await signedIn(request)).userId))),
  )

  app.put(
    '/user/profile',
    {
      schema: {
        tags: ['profile'],
        summary: 'Change name, trading index or e-mail address; a new address has to be confirmed first',
        body: jsonSchema(profileInput),
        security: BEARER,
        response: answers(restUserSchema),
      },
    },
    async (request) => {
      const user = await services.profile.update(await signedIn(request), request.body, deviceOf(request))
      return success(restUser(user), 'Profile updated successfully!')
    },
  )

  app.post(
    '/auth/verify-email',
    {
      schema: {
        tags: ['auth'],
        summary: 'Confirm an e-mail address by a mailed link',
        body: jsonSchema(verifyEmailInput),
        response: answers(z.null()),
      },
    },
    async (request) => {
      await countAttempt('link', request)
      await services.profile.verifyEmail(request.body, deviceOf(request))
      return success(null, 'The e-mail address is confirmed.')
    },
  )

  app.post(
    '/auth/resend-verification',
    {
      schema: {
        tags: ['auth'],
        summary: 'Have the link mailed again; the same answer whether or not the address waits for one',
        body: jsonSchema(resendVerificationInput),
        response: answers(z.null()),
      },
    },
    async (request) => {
      await countAttempt('mail', request)
      services.profile.resendVerification(request.body)
      return success(null, 'If this address waits to be confirmed, a link is on its way.')
    },
  )
}
