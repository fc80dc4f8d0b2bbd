import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deviceOf } from '../../security/deviceOf.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { changePasswordInput, forgotPasswordInput, resetPasswordInput } from './input.ts'
import type { PasswordService } from './service.ts'

export function passwordRoutes(
  app: FastifyInstance,
  { services, signedIn, countAttempt }: RouteTools<{ readonly passwords: PasswordService }>,
): void {
  app.post(
    '/auth/change-password',
    {
      schema: {
        tags: ['auth'],
        summary: 'Change the password; every session ends, the tokens are of a new one',
        body: jsonSchema(changePasswordInput),
        security: BEARER,
        response: answers(z.object({ token: z.string(), refreshToken: z.string() })),
      },
    },
    async (request) => {
      const caller = await signedIn(request)
      await countAttempt('password', request)
      return success(await services.passwords.change(caller, request.body, deviceOf(request)), 'Password changed.')
    },
  )

  app.post(
    '/auth/forgot-password',
    {
      schema: {
        tags: ['auth'],
        summary: 'Have a link for a new password mailed; the same answer whether or not there is such an account',
        body: jsonSchema(forgotPasswordInput),
        response: answers(z.null()),
      },
    },
    async (request) => {
      await countAttempt('mail', request)
      await services.passwords.forgot(request.body, deviceOf(request))
      return success(null, 'If there is an account with this address, a link is on its way, or one of the last minutes still works.')
    },
  )

  app.post(
    '/auth/reset-password',
    {
      schema: {
        tags: ['auth'],
        summary: 'Set a new password by a mailed link; every session ends, and nobody is signed in by it',
        body: jsonSchema(resetPasswordInput),
        response: answers(z.null()),
      },
    },
    async (request) => {
      await countAttempt('link', request)
      await services.passwords.reset(request.body, deviceOf(request))
      return success(null, 'Password changed. Please sign in with the new one.')
    },
  )
}
