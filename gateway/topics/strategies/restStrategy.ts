import { z } from 'zod'
import type { Performance, Strategy } from '../../../schema/graphql/strategies.ts'
import { INTERVALS } from '../../../schema/market/candles.ts'
import { TRADE_MODES } from '../../../schema/TradeMode.ts'
import { restWinRateSchema } from '../trades/winRate.ts'

export const performance = z.object({
  mode: z.enum(TRADE_MODES),
  totalTrades: z.int(),
  knownTrades: z.int(),
  profitableTrades: z.int(),
  winRate: restWinRateSchema,
  totalPnL: z.number(),
  totalNet: z.number(),
})
export const timeWindow = z.object({ start: z.string(), end: z.string() })

export const restStrategySchema = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.int(),
  versionAt: z.iso.datetime(),
  type: z.string(),
  category: z.string(),
  interval: z.enum(INTERVALS),
  longRule: z.string().nullable(),
  shortRule: z.string().nullable(),
  enterRule: z.string().nullable(),
  legs: z.array(z.string()),
  isActive: z.boolean(),
  isPublic: z.boolean(),
  archivedAt: z.iso.datetime().nullable().describe('When it was deleted; null while it is there'),
  timeWindow,
  maxTrades: z.int(),
  riskPerTrade: z.number(),
  stopLoss: z.number(),
  takeProfit: z.number(),
  trailingStop: z.number().nullable(),
  quantity: z.int(),
  instruments: z.array(z.string()),
  paperTrade: z.boolean(),
  performance,
  subscribed: z.boolean(),
})

export function restPerformance({ winRate, ...counted }: Performance): z.infer<typeof performance> {
  return { ...counted, winRate: winRate ?? 0 }
}

/** A strategy in the REST shape. */
export function restStrategy(strategy: Strategy): z.infer<typeof restStrategySchema> {
  return {
    _id: strategy.id,
    ...strategy,
    versionAt: strategy.versionAt.toISOString(),
    archivedAt: strategy.archivedAt?.toISOString() ?? null,
    performance: restPerformance(strategy.performance),
  }
}
