import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deviceOf } from '../../security/deviceOf.ts'
import { refuseChanged, withReadOnly } from '../../kit/readOnlyFields.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { profileInput, resendVerificationInput, verifyEmailInput } from './input.ts'
import { restProfile, restProfileSchema, type ProfileReaders } from '../auth/restProfile.ts'
import { restUser } from '../auth/restUser.ts'
import type { ProfileService } from './service.ts'

export function profileRoutes(
  app: FastifyInstance,
  { services, signedIn, callerOf, countAttempt }: RouteTools<ProfileReaders & { readonly profile: ProfileService }>,
): void {
  const profileOf = async (userId: string) => restProfile(services, await services.profile.me(userId))

  app.get(
    '/user/profile',
    {
      schema: {
        tags: ['profile'],
        summary: 'The signed-in user with subscriptions and latest trades',
        security: BEARER,
        response: answers(restProfileSchema),
      },
    },
    async (request) => success(await profileOf((await signedIn(request)).userId)),
  )

  app.put(
    '/user/profile',
    {
      schema: {
        tags: ['profile'],
        summary:
          'Change name, trading index or e-mail address; a new address has to be confirmed first. ' +
          'The rest of the profile may be sent back as it was read',
        body: withReadOnly(jsonSchema(profileInput), jsonSchema(restProfileSchema)),
        security: BEARER,
        response: answers(restProfileSchema),
      },
    },
    async (request) => {
      const caller = await signedIn(request)
      const { name: _name, email: _email, tradingIndex: _tradingIndex, ...facts } = restUser(await services.profile.me(caller.userId))
      // May have been connected or have lost its tokens since the profile was read.
      const { brokerCredentials: _broker, ...lasting } = facts
      refuseChanged(request.body, lasting)
      await services.profile.update(caller, request.body, deviceOf(request))
      return success(await profileOf(caller.userId), 'Profile updated successfully!')
    },
  )

  app.post(
    '/auth/verify-email',
    {
      schema: {
        tags: ['auth'],
        summary: 'Confirm an e-mail address by a mailed link, in a session of its account or with its password',
        body: jsonSchema(verifyEmailInput),
        security: [{}, ...BEARER],
        response: answers(z.null()),
      },
    },
    async (request) => {
      const caller = await callerOf(request)
      await countAttempt('link', request)
      await services.profile.verifyEmail(caller, request.body, deviceOf(request))
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
        security: [{}, ...BEARER],
        response: answers(z.null()),
      },
    },
    async (request) => {
      const caller = await callerOf(request)
      await countAttempt('mail', request)
      await services.profile.resendVerification(caller, request.body, deviceOf(request))
      return success(null, 'If this address is waiting to be confirmed, a link is on its way.')
    },
  )
}
