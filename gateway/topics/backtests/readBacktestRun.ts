import { z } from 'zod'
import type { Database, Transaction } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import type { BacktestRun } from '../../../schema/graphql/backtests.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { readBacktestResult } from './readBacktestResult.ts'

/** What is read of a run at first: its result may be megabytes. */
export const withoutResult = { omit: { result: true } } as const satisfies Prisma.BacktestRunDefaultArgs

const storedRequest = z.object({ symbol: z.string(), from: z.iso.date().optional(), to: z.iso.date().optional() })

/** A stored backtest as the API shows it. Throws when its request or result is invalid: the table is damaged. */
export async function readBacktestRun(
  db: Database | Transaction,
  row: Prisma.BacktestRunGetPayload<typeof withoutResult>,
): Promise<BacktestRun> {
  const { symbol, from, to } = storedRequest.parse(row.request)
  const { id, strategyId, status, progress, problem, createdAt, endedAt } = row
  return {
    id,
    strategyId,
    symbol: shownIndex(symbol),
    from: from ?? null,
    to: to ?? null,
    status,
    progress,
    result: status === 'DONE' ? await readBacktestResult(db, id) : null,
    problem,
    createdAt,
    endedAt,
  }
}
