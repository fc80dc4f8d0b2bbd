import { z } from 'zod'
import type { Prisma } from '../../../prisma/generated/client.ts'
import type { BacktestRun } from '../../../schema/graphql/backtests.ts'
import { shownIndex } from '../../../schema/market/indices.ts'

const storedRequest = z.object({ symbol: z.string(), from: z.iso.date().optional(), to: z.iso.date().optional() })
const storedResult = z.record(z.string(), z.unknown()).nullable()

/** A stored backtest as the API shows it. Throws when its request or result is invalid: the table is damaged. */
export function toBacktestRun(row: Prisma.BacktestRunGetPayload<object>): BacktestRun {
  const { symbol, from, to } = storedRequest.parse(row.request)
  const { id, strategyId, status, progress, problem, createdAt, endedAt } = row
  const result = storedResult.parse(row.result)
  return {
    id,
    strategyId,
    symbol: shownIndex(symbol),
    from: from ?? null,
    to: to ?? null,
    status,
    progress,
    result,
    problem,
    createdAt,
    endedAt,
  }
}
