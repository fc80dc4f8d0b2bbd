import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { INTERVALS } from '../../../schema/market/candles.ts'
import { TRADE_MODES } from '../../../schema/TradeMode.ts'
import { chartInput } from '../market/input.ts'
import { restCandle, restCandleSchema } from '../market/routes.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { restTrade, restTradeSchema } from '../trades/restTrade.ts'
import type { DashboardService } from './service.ts'
import type { MarketService } from '../market/service.ts'

const restChartSchema = z.object({
  symbol: z.string(),
  interval: z.enum(INTERVALS),
  currentPrice: z.number().nullable(),
  change: z.number().nullable(),
  changePercent: z.number().nullable(),
  chartData: z.array(restCandleSchema),
  lastUpdated: z.iso.datetime().nullable(),
})

const restDaySchema = z.object({
  mode: z.enum(TRADE_MODES),
  totalPnL: z.number().nullable(),
  totalNetPnL: z.number().nullable(),
  closedPnL: z.number(),
  closedNetPnL: z.number(),
  totalTrades: z.int(),
  activeStrategies: z.int(),
  todayFundsUsed: z.number(),
})
const restStatsSchema = z.object({
  todayStats: restDaySchema.describe('Of one mode: LIVE while the user has anything live, or had a live trade today, else PAPER'),
  byMode: z.array(restDaySchema).describe('Of each mode apart that has anything today, LIVE first'),
  liveTrades: z.array(restTradeSchema),
})

export function dashboardRoutes(
  app: FastifyInstance,
  { services, signedIn }: RouteTools<{ readonly dashboard: DashboardService; readonly market: MarketService }>,
): void {
  app.get(
    '/dashboard/stats',
    {
      schema: {
        tags: ['dashboard'],
        summary: 'The market day so far and the running trades',
        security: BEARER,
        response: answers(restStatsSchema),
      },
    },
    async (request) => {
      const { todayStats, byMode, liveTrades } = await services.dashboard.dashboard((await signedIn(request)).userId)
      return success({ todayStats, byMode: [...byMode], liveTrades: liveTrades.map(restTrade) })
    },
  )

  app.get<{ Params: { symbol: string }; Querystring: { interval?: string } }>(
    '/dashboard/chart/:symbol',
    {
      schema: {
        tags: ['dashboard'],
        summary: 'The chart card of an index',
        security: BEARER,
        params: jsonSchema(chartInput.pick({ symbol: true })),
        querystring: jsonSchema(chartInput.pick({ interval: true })),
        response: answers(restChartSchema),
      },
    },
    async (request) => {
      await signedIn(request)
      const chart = await services.market.chart({ ...request.query, ...request.params })
      const rest: z.infer<typeof restChartSchema> = {
        ...chart,
        chartData: chart.chartData.map(restCandle),
        lastUpdated: chart.lastUpdated && chart.lastUpdated.toISOString(),
      }
      return success(rest)
    },
  )
}
