import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { TRADE_MODES } from '../../../schema/TradeMode.ts'
import { idempotencyHeader, idempotencyKeyOf } from '../../kit/idempotencyHeader.ts'
import { answers, fileAnswers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { CSV, type SentFiles } from '../../security/SentFiles.ts'
import { EXAMPLE_RUNNING, EXAMPLE_TRADE } from './exampleTrade.ts'
import { historyFiltersInput, historyInput, latestInput, pageInput, tradeIdInput } from './input.ts'
import { restTrade, restTradeSchema } from './restTrade.ts'
import type { TradeService } from './service.ts'
import { restWinRateSchema } from './winRate.ts'

const restHistorySchema = z.object({
  trades: z.array(restTradeSchema),
  next: z.string().nullable().describe('The `after` of the following page; null: this is the last'),
  matchingTrades: z.int().describe('On paper and live'),
  mode: z.enum(TRADE_MODES).describe('Of the totals that follow: LIVE where any trade that matches is live'),
  totalTrades: z.int(),
  profitableTrades: z.int(),
  winRate: restWinRateSchema,
  totalProfitRs: z.number(),
  totalNetRs: z.number(),
})

const EXAMPLE_HISTORY: z.input<typeof restHistorySchema> = {
  trades: [EXAMPLE_TRADE],
  next: EXAMPLE_TRADE.id,
  ...{
    matchingTrades: 120,
    mode: 'PAPER',
    totalTrades: 120,
    profitableTrades: 66,
    winRate: 55,
    totalProfitRs: 1_840.25,
    totalNetRs: -4_412.6,
  },
}

/** REST has one filter for a strategy's id and its name. */
const { strategyId, strategyName: _name, ...otherFilters } = historyFiltersInput.shape
const strategy = z.union([strategyId, z.string()]).describe('The id of a strategy, or its name, in letters of any case')
const filtersQuery = z.object({ strategy, ...otherFilters })
const { sort, descending, running } = historyInput.shape
const historyQuery = filtersQuery.extend({
  ...{ ...pageInput.shape, sort, descending },
  running: running.describe('false: closed trades alone. The totals count running trades, but do not add them up'),
})
type WithStrategy = { Querystring: { strategy?: string } }
const named = ({ strategy, ...filters }: WithStrategy['Querystring']) => ({
  ...filters,
  ...(strategyId.safeParse(strategy).success ? { strategyId: strategy } : { strategyName: strategy }),
})

export function tradeRoutes(
  app: FastifyInstance,
  { services, signedIn }: RouteTools<{ readonly trades: TradeService; readonly sentFiles: SentFiles }>,
): void {
  const documented = { tags: ['trades'], security: BEARER }

  app.get(
    '/trades',
    {
      schema: {
        ...documented,
        summary: 'The latest trades, running and closed, latest entry first',
        querystring: jsonSchema(latestInput),
        response: answers(z.array(restTradeSchema), { example: [EXAMPLE_RUNNING, EXAMPLE_TRADE] }),
      },
    },
    async (request) => success((await services.trades.latest((await signedIn(request)).userId, request.query)).map(restTrade)),
  )

  app.get(
    '/trades/live',
    {
      schema: {
        ...documented,
        summary: 'Running trades with their last prices',
        response: answers(z.array(restTradeSchema), { example: [EXAMPLE_RUNNING] }),
      },
    },
    async (request) => success((await services.trades.live((await signedIn(request)).userId)).map(restTrade)),
  )

  app.get<WithStrategy>(
    '/trades/history',
    {
      schema: {
        ...documented,
        summary:
          'Trades, running ones too unless running=false, latest entry first unless sorted otherwise, with the totals of all that match in one mode',
        querystring: jsonSchema(historyQuery),
        response: answers(restHistorySchema, { example: EXAMPLE_HISTORY }),
      },
    },
    async (request) => {
      const { userId } = await signedIn(request)
      const filters = { running: true, ...named(request.query) }
      const { edges, pageInfo, winRate, ...totals } = await services.trades.history(userId, filters)
      return success({
        trades: edges.map(({ node }) => restTrade(node)),
        next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
        winRate: winRate ?? 0,
        ...totals,
      })
    },
  )

  app.get<WithStrategy>(
    '/trades/history.csv',
    {
      schema: {
        ...documented,
        summary:
          'All closed trades that match as a CSV file, latest entry first: rupees, times in India. Running trades are in none of its lines',
        querystring: jsonSchema(filtersQuery),
        response: fileAnswers('text/csv', 'UTF-8, with a line of headings'),
      },
    },
    async (request, reply) => {
      const caller = await signedIn(request)
      const pieces = services.trades.csv(caller.userId, named(request.query))
      return services.sentFiles.send(reply, caller, { name: 'trade-history.csv', type: CSV, pieces })
    },
  )

  app.post(
    '/trades/:id/close',
    {
      schema: {
        ...documented,
        summary: 'Close a running trade by hand; the exit is on its way when this answers',
        params: jsonSchema(tradeIdInput),
        headers: idempotencyHeader,
        response: answers(restTradeSchema, { example: { ...EXAMPLE_RUNNING, closing: true } }),
      },
    },
    async (request) => {
      const { userId } = await signedIn(request)
      const trade = await services.trades.close(userId, request.params, idempotencyKeyOf(request))
      return success(restTrade(trade), 'The trade is being closed.')
    },
  )
}
