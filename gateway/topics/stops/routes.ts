import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { StopScope, type Stop } from '../../../schema/graphql/stops.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { TRADE_STATUSES } from '../../../schema/trading/TradeStatus.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { idempotencyHeader, idempotencyKeyOf } from '../../kit/idempotencyHeader.ts'
import { emergencyStopInput, stopIdInput, stopTargetInput } from './input.ts'
import type { StopService } from './service.ts'

const restStopSchema = z.object({
  id: z.string(),
  scope: z.enum(StopScope),
  strategyId: z.string().nullable(),
  squareOff: z.boolean(),
  reason: z.string(),
  since: z.iso.datetime(),
  liftable: z.boolean(),
})
const restResultsSchema = z.object({
  closed: z.int(),
  open: z.int(),
  trades: z.array(
    z.object({
      tradeId: z.string(),
      option: z.string(),
      status: z.enum(TRADE_STATUSES),
      exitPrice: z.number().nullable(),
      netProfitLossRs: z.number().nullable(),
      problem: z.string().nullable(),
    }),
  ),
})

const EXAMPLE_STOP: z.input<typeof restStopSchema> = {
  ...{ id: '01a1f3d4-2b6c-7f10-8e35-9a0b1c2d3e4f', scope: 'USER', strategyId: null, squareOff: true, reason: 'News' },
  ...{ since: '2026-11-20T05:10:00.000Z', liftable: true },
}
const EXAMPLE_CLOSED: z.input<typeof restResultsSchema>['trades'][number] = {
  ...{ tradeId: '01a1f3c0-7d1e-7c55-9a41-6f0c3b2d8e11', option: 'NIFTY 24 Nov 24500 CE', status: 'COMPLETED' },
  ...{ exitPrice: 121.5, netProfitLossRs: 804.13, problem: null },
}

export function stopRoutes(app: FastifyInstance, { services, signedIn }: RouteTools<{ readonly stops: StopService }>): void {
  const documented = { tags: ['emergency stop'], security: BEARER }

  app.get(
    '/emergency-stop',
    {
      schema: {
        ...documented,
        summary: 'Stops in force that concern the signed-in user',
        response: answers(z.array(restStopSchema), { example: [EXAMPLE_STOP] }),
      },
    },
    async (request) => success((await services.stops.inForce((await signedIn(request)).userId)).map(restStop)),
  )

  app.get(
    '/emergency-stop/:stopId/results',
    {
      schema: {
        ...documented,
        summary: 'What has come of closing the trades of a stop',
        params: jsonSchema(stopIdInput),
        response: answers(restResultsSchema),
      },
    },
    async (request) => success(await services.stops.results((await signedIn(request)).userId, request.params)),
  )

  app.post(
    '/emergency-stop',
    {
      schema: {
        ...documented,
        summary: 'Stop entries at once, and if asked close open trades; answers when they are closed, at the latest after ten seconds',
        headers: idempotencyHeader,
        body: jsonSchema(emergencyStopInput, { scope: 'USER', squareOff: true, reason: 'News', confirm: 'STOP' }),
        response: answers(z.object({ stop: restStopSchema, results: restResultsSchema }), {
          example: { stop: EXAMPLE_STOP, results: { closed: 1, open: 0, trades: [EXAMPLE_CLOSED] } },
        }),
      },
    },
    async (request) => {
      const { stop, results } = await services.stops.stop(await signedIn(request), request.body, idempotencyKeyOf(request))
      const closed = results.trades.length === 0 ? '' : ` Trades closed: ${results.closed}, still open: ${results.open}.`
      return success({ stop: restStop(stop), results }, `No new trades are opened until the stop is lifted.${closed}`)
    },
  )

  app.delete(
    '/emergency-stop',
    {
      schema: {
        ...documented,
        summary: 'Lift a stop; needs a password given within ten minutes',
        headers: idempotencyHeader,
        body: jsonSchema(stopTargetInput),
        response: answers(z.null()),
      },
    },
    async (request) => {
      await services.stops.lift(await signedIn(request), request.body, idempotencyKeyOf(request))
      return success(null, 'The stop is lifted: new trades are opened again.')
    },
  )
}

/** A stop in the REST shape. */
function restStop(stop: Stop): z.infer<typeof restStopSchema> {
  return { ...stop, since: stop.since.toISOString() }
}
