import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../prisma/client.ts'
import type { SignalSide } from '../trading/orders.ts'
import type { SignalBatch } from '../trading/SignalDesk.ts'

export interface StoredSignal {
  readonly id: string
  readonly strategyId: string
  readonly side: SignalSide
}

/** Inserts the signals that are not there yet and returns those: a repeated candle decides nothing twice. */
export async function insertSignals(tx: Transaction, market: string, batch: SignalBatch): Promise<StoredSignal[]> {
  return tx.$queryRaw<StoredSignal[]>`
    INSERT INTO "Signal" (id, "strategyId", market, symbol, interval, "candleTime", side, "pricePaise")
    SELECT id, strategy, ${market}, ${batch.index}, ${batch.interval}, ${new Date(batch.candleTime)}::timestamptz, side, ${batch.price}::bigint
    FROM unnest(
      ${batch.signals.map(() => uuid())}::uuid[],
      ${batch.signals.map(({ strategyId }) => strategyId)}::uuid[],
      ${batch.signals.map(({ side }) => side)}::"SignalSide"[]
    ) AS new(id, strategy, side)
    ON CONFLICT DO NOTHING
    RETURNING id, "strategyId", side`
}
