import { z } from 'zod'
import type { StrategyPage, StrategyRecord } from '../../../schema/graphql/strategyPage.ts'
import { restRun, restRunSchema } from '../backtests/restRun.ts'
import { restPoint, restPointSchema } from '../reports/restPoint.ts'
import { restStrategy, restStrategySchema } from '../strategies/restStrategy.ts'
import { restWarmingUp, restWarmingUpSchema } from '../strategies/restWarmingUp.ts'

const record = z.object({
  trades: z.int(),
  winRate: z.number().nullable(),
  gross: z.number(),
  charges: z.number(),
  net: z.number(),
  openTrades: z.int(),
  openUnpriced: z.int(),
  openNet: z.number(),
  worstDrawdown: z.number(),
  firstTradeAt: z.iso.datetime().nullable(),
  lastTradeAt: z.iso.datetime().nullable(),
  equity: z.array(restPointSchema),
})

export const restPageSchema = z.object({
  strategy: restStrategySchema,
  subscriptionId: z.string().nullable(),
  subscribedVersion: z.int().nullable(),
  warmingUp: restWarmingUpSchema.nullable(),
  exits: z.array(z.string()),
  versions: z.array(
    z.object({
      version: z.int(),
      createdAt: z.iso.datetime(),
      changes: z.array(z.string()),
      longRule: z.string().nullable(),
      shortRule: z.string().nullable(),
      enterRule: z.string().nullable(),
      legs: z.array(z.string()),
    }),
  ),
  paper: record,
  live: record,
  backtest: restRunSchema.nullable(),
})

/** A strategy's page in the REST shape. */
export function restPage(page: StrategyPage): z.infer<typeof restPageSchema> {
  return {
    ...page,
    strategy: restStrategy(page.strategy),
    warmingUp: page.warmingUp && restWarmingUp(page.warmingUp),
    versions: page.versions.map((version) => ({ ...version, createdAt: version.createdAt.toISOString() })),
    paper: restRecord(page.paper),
    live: restRecord(page.live),
    backtest: page.backtest && restRun(page.backtest),
  }
}

function restRecord(of: StrategyRecord): z.infer<typeof record> {
  return {
    ...of,
    equity: of.equity.map(restPoint),
    firstTradeAt: of.firstTradeAt && of.firstTradeAt.toISOString(),
    lastTradeAt: of.lastTradeAt && of.lastTradeAt.toISOString(),
  }
}
