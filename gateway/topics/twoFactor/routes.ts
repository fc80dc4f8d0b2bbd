import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deviceOf } from '../../security/deviceOf.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { codeInput } from './input.ts'
import type { TwoFactorService } from './service.ts'

const setup = z.object({ secret: z.string(), uri: z.string(), qrSvg: z.string() })
const recoveryCodes = z.object({ codes: z.array(z.string()) })

/** Everything except the second step of a sign-in, which is auth's. */
export function twoFactorRoutes(
  app: FastifyInstance,
  { services, signedIn, countAttempt }: RouteTools<{ readonly twoFactor: TwoFactorService }>,
): void {
  const about = (summary: string, data: z.ZodType) => ({ tags: ['two-factor'], summary, security: BEARER, response: answers(data) })

  app.post('/user/two-factor', { schema: about('Draw a seed for an authenticator app', setup) }, async (request) =>
    success(await services.twoFactor.begin(await signedIn(request))),
  )

  app.post(
    '/user/two-factor/confirm',
    { schema: { ...about('Turn two-factor sign-in on with a first code', recoveryCodes), body: jsonSchema(codeInput) } },
    async (request) => {
      const caller = await signedIn(request)
      await countAttempt('password', request)
      return success(await services.twoFactor.confirm(caller, request.body, deviceOf(request)), 'Two-factor sign-in is on.')
    },
  )

  app.delete('/user/two-factor', { schema: about('Turn two-factor sign-in off', z.null()) }, async (request) => {
    await services.twoFactor.turnOff(await signedIn(request), deviceOf(request))
    return success(null, 'Two-factor sign-in is off.')
  })

  app.post(
    '/user/two-factor/recovery-codes',
    { schema: about('New recovery codes in place of the old ones', recoveryCodes) },
    async (request) => success(await services.twoFactor.renewRecoveryCodes(await signedIn(request), deviceOf(request))),
  )
}
