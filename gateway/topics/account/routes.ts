import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deviceOf } from '../../security/deviceOf.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { accountLimitsInput } from './input.ts'
import type { AccountService } from './service.ts'

const restAccountSchema = z.object({
  paperFunds: z.number(),
  realised: z.number(),
  inTrades: z.number(),
  reserved: z.number(),
  available: z.number(),
  openTrades: z.int(),
  tradesToday: z.int(),
  usedToday: z.number(),
  realisedToday: z.number(),
  maxDailyLoss: z.number().nullable(),
  squareOffAtDailyLoss: z.boolean(),
  maxOpenTrades: z.int(),
  limitsChosen: z.boolean(),
})

export function accountRoutes(app: FastifyInstance, { services, signedIn }: RouteTools<{ readonly account: AccountService }>): void {
  const documented = { tags: ['account'], security: BEARER }

  app.get(
    '/account',
    { schema: { ...documented, summary: "The signed-in user's paper account", response: answers(restAccountSchema) } },
    async (request) => success(await services.account.account((await signedIn(request)).userId)),
  )

  app.put(
    '/account/limits',
    {
      schema: {
        ...documented,
        summary:
          'Change paper funds and limits; what is left out stays. Raising, lifting or loosening one takes a password given within ten minutes',
        body: jsonSchema(accountLimitsInput),
        response: answers(restAccountSchema),
      },
    },
    async (request) =>
      success(
        await services.account.changeLimits(await signedIn(request), request.body, deviceOf(request)),
        'Your limits have been saved.',
      ),
  )
}
