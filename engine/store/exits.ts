import type { Database } from '../../prisma/client.ts'
import type { Statements } from '../../prisma/inTransaction.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { Instant } from '../../schema/time.ts'
import type { ExitRequest } from '../trading/positions/OpenLegs.ts'
import type { StoredSignal } from './signals.ts'

/** The signals of one index. */
export interface SpokenSignals {
  /** The broker port's marketId. */
  readonly market: string
  readonly index: IndexSymbol
  readonly signals: readonly StoredSignal[]
  /** Whose users are concerned. */
  readonly partitions: readonly number[]
  /** Market time. */
  readonly now: Instant
}

/**
 * The running legs of users in `partitions` that signals of their own version contradict.
 * Raw SQL: signals are joined as a batch (unnest).
 */
export async function legsAgainst(tx: Statements, { market, index, signals, partitions, now }: SpokenSignals): Promise<ExitRequest[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT leg.id FROM "Trade" trade
    JOIN "Leg" leg ON leg."tradeId" = trade.id AND leg.status = 'RUNNING'
    JOIN unnest(
      ${signals.map(({ strategyId }) => strategyId)}::uuid[],
      ${signals.map(({ version }) => version)}::int[],
      ${signals.map(({ side }) => side)}::"SignalSide"[]
    ) AS signal("strategyId", version, side) ON signal."strategyId" = trade."strategyId" AND signal.version = trade.version AND signal.side <> trade.signal
    WHERE trade.status = 'RUNNING' AND trade.market = ${market} AND trade.index = ${index}
      AND user_partition(trade."userId") = ANY(${[...partitions]}::int[])`
  return rows.map(({ id }) => ({ legId: id, reason: 'OPPOSITE_SIGNAL', at: now }))
}

/**
 * Cancels the unsent entries of users in `partitions` that signals of their own version contradict, whoever is about to send them. Ones
 * that were sent are cancelled at the broker.
 */
export async function cancelEntriesAgainst(tx: Statements, { market, index, signals, partitions }: SpokenSignals): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Order" entry SET status = 'CANCELLED', "reservedPaise" = 0, note = 'the strategy gave an opposite signal', "updatedAt" = now()
    FROM "Signal" made
    JOIN unnest(
      ${signals.map(({ strategyId }) => strategyId)}::uuid[],
      ${signals.map(({ version }) => version)}::int[],
      ${signals.map(({ side }) => side)}::"SignalSide"[]
    ) AS signal("strategyId", version, side)
      ON signal."strategyId" = made."strategyId" AND signal.version = made.version AND signal.side <> made.side
    WHERE made.id = entry."signalId" AND made.market = ${market} AND made.symbol = ${index}
      AND entry.purpose = 'ENTRY' AND entry."isOpen" AND entry.status = 'INTENT' AND user_partition(entry."userId") = ANY(${[...partitions]}::int[])`
}

/**
 * Shrinks an unfilled exit of a user in `partitions`: the account holds less than the books say. False: it has another quantity still, as it
 * is no such exit any more.
 */
export async function shrinkExit(tx: Statements, orderId: string, quantity: number, partitions: readonly number[]): Promise<boolean> {
  const shrunk = await tx.$executeRaw`
    UPDATE "Order" SET quantity = ${quantity}, "updatedAt" = now()
    WHERE id = ${orderId}::uuid AND purpose = 'EXIT' AND "isOpen" AND "filledQuantity" = 0 AND quantity >= ${quantity}
      AND user_partition("userId") = ANY(${[...partitions]}::int[])`
  return shrunk > 0
}

/**
 * The running legs of trades of users in `partitions` that people asked to close and that no live exit closes yet, and those still opening:
 * a position may reopen a leg.
 */
export async function findRequestedExits(db: Database, partitions: readonly number[]): Promise<Omit<ExitRequest, 'at'>[]> {
  return db.$queryRaw`
    SELECT leg.id AS "legId", request.reason, request."requestId" FROM "ExitRequest" request
    JOIN "Trade" trade ON trade.id = request."tradeId" AND trade.status = 'RUNNING'
    JOIN "Leg" leg ON leg."tradeId" = trade.id AND leg.status = 'RUNNING'
    WHERE user_partition(trade."userId") = ANY(${[...partitions]}::int[])
      AND NOT EXISTS (
        SELECT FROM "Order" live
        WHERE live."tradeId" = trade.id AND live."legId" = leg.id AND live.purpose = 'EXIT' AND live."isOpen"
      )
    UNION
    SELECT entry."legId", request.reason, request."requestId" FROM "ExitRequest" request
    JOIN "Trade" trade ON trade.id = request."tradeId" AND trade.status = 'RUNNING'
    JOIN "Order" entry ON entry."tradeId" = trade.id AND entry.purpose = 'ENTRY' AND entry."isOpen"
    WHERE user_partition(trade."userId") = ANY(${[...partitions]}::int[])
      AND NOT EXISTS (SELECT FROM "Leg" leg WHERE leg.id = entry."legId")`
}
