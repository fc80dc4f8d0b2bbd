import type { Database } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import type { Performance } from '../../../schema/graphql/strategies.ts'
import { rupees } from '../../kit/rupees.ts'
import { winRate } from '../trades/winRate.ts'

/** SQL condition: of the market that the engine is connected to; of any before an engine ever ran. The sandbox's results are never the real market's. */
export const OF_THIS_MARKET = Prisma.sql`market = coalesce((SELECT market FROM "EngineState" ORDER BY "heartbeatAt" DESC LIMIT 1), market)`

/**
 * The records of strategies on paper as the engines last counted them, all versions together, by strategy: of one lot, and one trade for
 * each signal. Without names, of all strategies; strategies without closed trades are absent. Costs the same however many trades there are.
 * Raw SQL: sums, of the market that the statement looks up.
 */
export async function recordedPerformance(db: Database, strategyId: string | null = null): Promise<Map<string, Performance>> {
  const rows = await db.$queryRaw<{ strategyId: string; trades: number; gained: number; gross: bigint; net: bigint }[]>`
    SELECT "strategyId", sum(trades)::int AS trades, sum(gained)::int AS gained, sum("grossPaise")::bigint AS gross, sum("netPaise")::bigint AS net
    FROM "StrategyPerformance"
    WHERE mode = 'PAPER' AND ${OF_THIS_MARKET} AND (${strategyId}::uuid IS NULL OR "strategyId" = ${strategyId}::uuid)
    GROUP BY "strategyId" HAVING sum(trades) > 0`
  return new Map(
    rows.map((row) => [
      row.strategyId,
      {
        mode: 'PAPER',
        totalTrades: row.trades,
        knownTrades: row.trades,
        profitableTrades: row.gained,
        winRate: winRate(row.gained, row.trades),
        totalPnL: rupees(row.gross),
        totalNet: rupees(row.net),
      },
    ]),
  )
}
