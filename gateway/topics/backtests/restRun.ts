import { z } from 'zod'
import type { BacktestRun } from '../../../schema/graphql/backtests.ts'
import { BACKTEST_STATUSES } from '../../../schema/trading/BacktestStatus.ts'

export const restRunSchema = z.object({
  id: z.string(),
  strategyId: z.string().nullable(),
  symbol: z.string(),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  status: z.enum(BACKTEST_STATUSES),
  progress: z.number().min(0).max(1),
  result: z.record(z.string(), z.unknown()).nullable().describe('With DONE: the report that `engine backtest --json` prints'),
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})

/** A backtest in the REST shape. */
export function restRun(run: BacktestRun): z.infer<typeof restRunSchema> {
  return { ...run, createdAt: run.createdAt.toISOString(), endedAt: run.endedAt && run.endedAt.toISOString() }
}
