import type { Database } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { enqueue } from '../../../prisma/jobs/enqueue.ts'
import type { CandleColumns } from '../../../schema/market/candles.ts'

/** The market whose candles test backtests use. */
export const TEST_MARKET = 'test-market'

/** Stores candles under a symbol. For tests only. */
export async function storeColumns(db: Database, symbol: string, columns: CandleColumns, market = TEST_MARKET): Promise<void> {
  const paise = (rupees: number) => BigInt(Math.round(rupees * 100))
  await db.candle.createMany({
    data: Array.from(columns.time, (time, i) => ({
      ...{ market, symbol, time: new Date(time), volume: BigInt(columns.volume[i]!) },
      ...{ open: paise(columns.open[i]!), high: paise(columns.high[i]!), low: paise(columns.low[i]!), close: paise(columns.close[i]!) },
    })),
  })
}

/** Queues a backtest as the gateway does. Returns its id. For tests only. */
export async function queueBacktest(
  db: Database,
  { userId, strategyId }: { readonly userId: string; readonly strategyId?: string },
  request: {
    readonly symbol: string
    readonly from?: string
    readonly to?: string
    readonly draft?: Prisma.InputJsonObject
    readonly sweep?: Prisma.InputJsonArray
    readonly walkForward?: Prisma.InputJsonObject
    readonly slippage?: number
  } = {
    symbol: 'NIFTY',
  },
): Promise<string> {
  return db.$transaction(async (tx) => {
    const { id } = await tx.backtestRun.create({ data: { userId, strategyId: strategyId ?? null, request } })
    await enqueue(tx, 'backtest.run', { runId: id })
    return id
  })
}
