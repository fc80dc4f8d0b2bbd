import type { FastifyInstance } from 'fastify'
import type { BacktestStatus } from '../../../schema/trading/BacktestStatus.ts'
import { idempotencyHeader, idempotencyKeyOf } from '../../kit/idempotencyHeader.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { backtestIdInput, backtestTradesPage, runBacktestInput } from './input.ts'
import { restRun, restRunSchema, restTrades, restTradesSchema } from './restRun.ts'
import type { BacktestService } from './service.ts'

const SAID: Readonly<Record<BacktestStatus, string>> = {
  QUEUED: 'The backtest is waiting; ask for it by its id.',
  RUNNING: 'The backtest is running; ask for it by its id.',
  DONE: 'The backtest is done.',
  FAILED: 'The backtest failed.',
  CANCELLED: 'The backtest was cancelled.',
}

export function backtestRoutes(app: FastifyInstance, { services, signedIn }: RouteTools<{ readonly backtests: BacktestService }>): void {
  const documented = { tags: ['strategies'], security: BEARER }

  app.post(
    '/strategy/run',
    {
      schema: {
        ...documented,
        summary: 'Run a backtest of a strategy: 200 with its result, or 202 while it is still under way after thirty seconds',
        headers: idempotencyHeader,
        body: jsonSchema(runBacktestInput, {
          strategyId: '01a1f3a2-51b0-7aa0-8a6b-0c3d5e7f9a12',
          symbol: 'NIFTY',
          from: '2026-08-01',
          to: '2026-10-31',
        }),
        response: { ...answers(restRunSchema), ...answers(restRunSchema, { status: 202 }) },
      },
    },
    async (request, reply) => {
      const { userId } = await signedIn(request)
      const run = await services.backtests.run(userId, request.body, { key: idempotencyKeyOf(request) })
      return reply.code(run.endedAt === null ? 202 : 200).send(success(restRun(run), run.problem ?? SAID[run.status]))
    },
  )

  app.get(
    '/strategy/run/:id',
    { schema: { ...documented, summary: 'A backtest', params: jsonSchema(backtestIdInput), response: answers(restRunSchema) } },
    async (request) => success(restRun(await services.backtests.get((await signedIn(request)).userId, request.params))),
  )

  app.get(
    '/strategy/run/:id/trades',
    {
      schema: {
        ...documented,
        summary: 'The trades of a backtest, latest first',
        params: jsonSchema(backtestIdInput),
        querystring: jsonSchema(backtestTradesPage),
        response: answers(restTradesSchema),
      },
    },
    async (request) => {
      const { userId } = await signedIn(request)
      return success(restTrades(await services.backtests.trades(userId, { ...(request.query as object), ...(request.params as object) })))
    },
  )

  app.delete(
    '/strategy/run/:id',
    {
      schema: {
        ...documented,
        summary: 'Cancel a backtest under way',
        params: jsonSchema(backtestIdInput),
        response: answers(restRunSchema),
      },
    },
    async (request) => {
      const run = await services.backtests.cancel((await signedIn(request)).userId, request.params)
      return success(restRun(run), SAID[run.status])
    },
  )
}
