import { z } from 'zod'
import type { BacktestRun, BacktestTradeConnection } from '../../../schema/graphql/backtests.ts'
import { BACKTEST_STATUSES } from '../../../schema/trading/BacktestStatus.ts'

export const restRunSchema = z.object({
  id: z.string(),
  strategyId: z.string().nullable(),
  symbol: z.string(),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  status: z.enum(BACKTEST_STATUSES),
  progress: z.number().min(0).max(1),
  result: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'With DONE: the report that `engine backtest --json` prints, with its latest 200 trades and signals not taken, its latest 1,000 days and at most 500 points of its equity',
    ),
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})

/** A backtest in the REST shape. */
export function restRun(run: BacktestRun): z.infer<typeof restRunSchema> {
  return { ...run, createdAt: run.createdAt.toISOString(), endedAt: run.endedAt && run.endedAt.toISOString() }
}

export const restTradesSchema = z.object({
  trades: z.array(z.record(z.string(), z.unknown())).describe('As the report has them, latest first: rupees, times in India'),
  totalCount: z.int().min(0),
  endCursor: z.string().nullable().describe('`after` of the next page; null when there is none'),
})

/** A page of a backtest's trades in the REST shape. */
export function restTrades({ edges, pageInfo, totalCount }: BacktestTradeConnection): z.infer<typeof restTradesSchema> {
  return { trades: edges.map(({ node }) => node), totalCount, endCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null }
}
