import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { REMOVED_STOP_CHOICES } from '../../../schema/trading/removedStop.ts'
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
  removedStop: z.enum(REMOVED_STOP_CHOICES),
  limitsChosen: z.boolean(),
})

const EXAMPLE_ACCOUNT: z.input<typeof restAccountSchema> = {
  ...{ paperFunds: 100_000, realised: 2_420.38, inTrades: 8_250, reserved: 0, available: 94_170.38, openTrades: 1 },
  ...{ tradesToday: 2, usedToday: 16_500, realisedToday: 2_420.38 },
  ...{ maxDailyLoss: 10_000, squareOffAtDailyLoss: false, maxOpenTrades: 10, removedStop: 'RESTORE', limitsChosen: false },
}

export function accountRoutes(app: FastifyInstance, { services, signedIn }: RouteTools<{ readonly account: AccountService }>): void {
  const documented = { tags: ['account'], security: BEARER }

  app.get(
    '/account',
    {
      schema: {
        ...documented,
        summary: "The signed-in user's paper account",
        response: answers(restAccountSchema, { example: EXAMPLE_ACCOUNT }),
      },
    },
    async (request) => success(await services.account.account((await signedIn(request)).userId)),
  )

  app.put(
    '/account/limits',
    {
      schema: {
        ...documented,
        summary:
          'Change paper funds and limits; what is left out stays. Raising, lifting or loosening one takes a password given within ten minutes',
        body: jsonSchema(accountLimitsInput, { maxDailyLoss: 5_000, maxOpenTrades: 4 }),
        response: answers(restAccountSchema, {
          example: { ...EXAMPLE_ACCOUNT, maxDailyLoss: 5_000, maxOpenTrades: 4, limitsChosen: true },
        }),
      },
    },
    async (request) =>
      success(
        await services.account.changeLimits(await signedIn(request), request.body, deviceOf(request)),
        'Your limits have been saved.',
      ),
  )
}
