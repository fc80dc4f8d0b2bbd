import { v7 as uuid } from 'uuid'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { SignalBatch } from '../trading/signals/SignalDesk.ts'
import type { SignalSide } from '../../schema/trading/SignalSide.ts'

export interface StoredSignal {
  readonly id: string
  readonly strategyId: string
  readonly version: number
  readonly side: SignalSide
}

/**
 * Inserts the missing signals and returns the whole batch: another node that stored them first did so for its own users only. Sorted by
 * strategy and version, so that two nodes storing the same ones do not deadlock.
 * Raw SQL: one statement for a batch of versions (unnest).
 */
export async function storeSignals(tx: Statements, market: string, batch: SignalBatch): Promise<StoredSignal[]> {
  const { index, interval, price } = batch
  const candleTime = new Date(batch.candleTime)
  const signals = batch.signals.toSorted((a, b) =>
    a.strategyId === b.strategyId ? a.version - b.version : a.strategyId < b.strategyId ? -1 : 1,
  )
  const strategyIds = signals.map(({ strategyId }) => strategyId)
  const versions = signals.map(({ version }) => version)
  await tx.$executeRaw`
    INSERT INTO "Signal" (id, "strategyId", version, market, symbol, interval, "candleTime", side, "pricePaise", "operandValues")
    SELECT id, strategy, version, ${market}, ${index}, ${interval}, ${candleTime}::timestamptz, side, ${price}::bigint, values
    FROM unnest(
      ${signals.map(() => uuid())}::uuid[],
      ${strategyIds}::uuid[],
      ${versions}::int[],
      ${signals.map(({ side }) => side)}::"SignalSide"[],
      ${arrayLiteral(signals.map(({ values }) => (values ? JSON.stringify(values) : null)))}::jsonb[]
    ) AS new(id, strategy, version, side, values)
    ON CONFLICT DO NOTHING`
  return tx.$queryRaw<StoredSignal[]>`
    SELECT id, "strategyId", version, side FROM "Signal"
    WHERE ("strategyId", version) IN (SELECT * FROM unnest(${strategyIds}::uuid[], ${versions}::int[])) AND market = ${market} AND symbol = ${index} AND interval = ${interval}
      AND "candleTime" = ${candleTime}::timestamptz`
}
