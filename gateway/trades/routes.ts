import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { OptionType, SignalSide, TradeMode, TradeStatus, type Trade } from '../../schema/graphql/trades.ts'
import { istIso } from '../../schema/time.ts'
import { EXIT_REASONS } from '../../schema/trading/exits.ts'
import { idempotencyHeader, idempotencyKeyOf } from '../server/idempotencyHeader.ts'
import { answers, jsonSchema, success } from '../server/restEnvelope.ts'
import { BEARER, type RouteTools } from '../server/RouteTools.ts'
import { historyInput, pageInput, tradeIdInput } from './input.ts'

const restTradeSchema = z.object({
  _id: z.string(),
  id: z.string(),
  option: z.string(),
  index: z.string(),
  strike: z.number(),
  optionType: z.enum(OptionType),
  expiry: z.iso.date(),
  strategy: z.string(),
  strategyId: z.string(),
  signal: z.enum(SignalSide),
  mode: z.enum(TradeMode),
  entryPrice: z.number(),
  exitPrice: z.number().nullable(),
  target: z.number(),
  sl: z.number(),
  trailingStopPercent: z.number().nullable(),
  lots: z.int(),
  quantity: z.int(),
  exitQuantity: z.int(),
  fundUsed: z.number(),
  profitLossRs: z.number().nullable(),
  charges: z.number(),
  netProfitLossRs: z.number().nullable(),
  status: z.enum(TradeStatus),
  exitReason: z.enum(EXIT_REASONS).nullable(),
  closing: z.boolean(),
  opened: z.string().nullable(),
  closed: z.string().nullable(),
  entryTime: z.iso.datetime(),
  entryTimeIST: z.string(),
  exitTime: z.iso.datetime().nullable(),
  exitTimeIST: z.string().nullable(),
  ltp: z.number().nullable(),
})

const restHistorySchema = z.object({
  trades: z.array(restTradeSchema),
  totalTrades: z.int(),
  profitableTrades: z.int(),
  winRate: z.number().nullable(),
  totalProfitRs: z.number(),
})

/** REST calls the filter `strategy`; its value is the strategy's id. */
const { strategyId: strategy, ...otherFilters } = historyInput.shape
const historyQuery = z.object({ strategy, ...otherFilters })

export function tradeRoutes(app: FastifyInstance, { services, signedIn }: RouteTools): void {
  const documented = { tags: ['trades'], security: BEARER }

  app.get(
    '/trades',
    {
      schema: {
        ...documented,
        summary: 'Running and closed trades, latest entry first',
        querystring: jsonSchema(pageInput),
        response: answers(z.array(restTradeSchema)),
      },
    },
    async (request) => success((await services.trades.all((await signedIn(request)).userId, request.query)).map(restTrade)),
  )

  app.get(
    '/trades/live',
    { schema: { ...documented, summary: 'Running trades with their last prices', response: answers(z.array(restTradeSchema)) } },
    async (request) => success((await services.trades.live((await signedIn(request)).userId)).map(restTrade)),
  )

  app.get<{ Querystring: { strategy?: string } }>(
    '/trades/history',
    {
      schema: {
        ...documented,
        summary: 'Closed trades, latest entry first, with the totals of all that match',
        querystring: jsonSchema(historyQuery),
        response: answers(restHistorySchema),
      },
    },
    async (request) => {
      const { userId } = await signedIn(request)
      const { strategy, ...filters } = request.query
      const history = await services.trades.history(userId, { ...filters, strategyId: strategy })
      return success({ ...history, trades: history.trades.map(restTrade) })
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
        response: answers(restTradeSchema),
      },
    },
    async (request) => {
      const { userId } = await signedIn(request)
      const trade = await services.trades.close(userId, request.params, idempotencyKeyOf(request))
      return success(restTrade(trade), 'The trade is being closed.')
    },
  )
}

/** A trade in the REST shape. */
function restTrade(trade: Trade): z.infer<typeof restTradeSchema> {
  const { entryTime, exitTime } = trade
  return {
    _id: trade.id,
    ...trade,
    entryTime: entryTime.toISOString(),
    entryTimeIST: istIso(entryTime.getTime()),
    exitTime: exitTime && exitTime.toISOString(),
    exitTimeIST: exitTime && istIso(exitTime.getTime()),
  }
}
