import { z } from 'zod'
import { LevelUnit, type UserStrategy } from '../../../schema/graphql/strategies.ts'
import { INTERVALS } from '../../../schema/market/candles.ts'
import { LIVE_GATES } from '../../../schema/trading/liveGates.ts'
import { performance, restPerformance, timeWindow } from './restStrategy.ts'
import { restWarmingUp, restWarmingUpSchema } from './restWarmingUp.ts'

const level = z.object({ unit: z.enum(LevelUnit), value: z.number() })

export const restUserStrategySchema = z.object({
  _id: z.string(),
  id: z.string(),
  strategyId: z.string(),
  name: z.string(),
  type: z.string(),
  description: z.string(),
  version: z.int(),
  newerVersion: z.int().nullable(),
  isActive: z.boolean(),
  paperTrade: z.boolean(),
  unmetGates: z.array(z.enum(LIVE_GATES)),
  performance,
  performances: z.array(performance),
  interval: z.enum(INTERVALS),
  timeWindow,
  maxTrades: z.int(),
  quantity: z.int(),
  instruments: z.array(z.string()),
  riskPerTrade: z.number(),
  sizeByRisk: z.boolean(),
  legs: z.array(z.string()),
  stopLoss: level,
  takeProfit: level,
  customSettings: z.object({
    timeWindow: z.object({ start: z.string().nullable(), end: z.string().nullable() }),
    maxTrades: z.int().nullable(),
    riskPerTrade: z.number().nullable(),
    stopLoss: z.number().nullable(),
    takeProfit: z.number().nullable(),
    quantity: z.int().nullable(),
    instruments: z.array(z.string()),
  }),
  warmingUp: restWarmingUpSchema.nullable(),
  subscribedAt: z.iso.datetime(),
})

/** A subscription in the REST shape. */
export function restUserStrategy(strategy: UserStrategy): z.infer<typeof restUserStrategySchema> {
  return {
    _id: strategy.id,
    ...strategy,
    performance: restPerformance(strategy.performance),
    performances: strategy.performances.map(restPerformance),
    warmingUp: strategy.warmingUp && restWarmingUp(strategy.warmingUp),
    subscribedAt: strategy.subscribedAt.toISOString(),
  }
}
