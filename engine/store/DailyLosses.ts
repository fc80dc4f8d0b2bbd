import { publish } from '../../prisma/bus/publish.ts'
import { openDatabase, type Database, type DatabaseSource } from '../../prisma/client.ts'
import { requestExits } from '../../prisma/exitRequests.ts'
import { paise, type Paise } from '../../schema/money.ts'
import { istDate, type Instant } from '../../schema/time.ts'
import { TRADE_MODES, type TradeMode } from '../../schema/TradeMode.ts'
import type { DailyLoss, DailyLossRecords } from '../trading/risk/DailyLossWatch.ts'
import type { HeldLeases } from '../cluster/heldPartitions.ts'
import { closedOn } from './marketDay.ts'

interface DailyLossRow {
  readonly userId: string
  readonly mode: TradeMode
  readonly maxDailyLoss: number
  readonly closedLoss: number
  readonly stoppedAt: number | null
  readonly openTrades: readonly string[]
}

/**
 * The losses of the market day and what they stop, on a database connection apart: trading never waits for it.
 * Raw SQL: sums by user and mode, of all users in the node's partitions.
 */
export class DailyLosses implements DailyLossRecords {
  readonly #db: Database
  readonly #market: string
  readonly #leases: HeldLeases

  /** `market`: the broker port's marketId. */
  constructor(from: DatabaseSource, market: string, leases: HeldLeases) {
    this.#db = openDatabase(from, 'daily losses', 1)
    this.#market = market
    this.#leases = leases
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
  }

  async dailyLosses(now: Instant): Promise<DailyLoss[]> {
    const partitions = [...this.#leases.held().keys()]
    const rows = await this.#db.$queryRaw<DailyLossRow[]>`
      SELECT "user".id AS "userId", traded.mode, "user"."maxDailyLossPaise"::float8 AS "maxDailyLoss",
             (-(SELECT coalesce(sum("netPaise"), 0) FROM "Trade"
                WHERE "userId" = "user".id AND "Trade".mode = traded.mode AND ${closedOn(this.#market, now)})
               - (SELECT coalesce(sum("realisedPaise"), 0) FROM "Trade"
                  WHERE "userId" = "user".id AND status = 'RUNNING' AND "Trade".mode = traded.mode AND market = ${this.#market}))::float8 AS "closedLoss",
             stop."lossPaise"::float8 AS "stoppedAt",
             ARRAY(SELECT open.id::text FROM "Trade" open
                   WHERE open."userId" = "user".id AND open.status = 'RUNNING' AND open.mode = traded.mode) AS "openTrades"
      FROM "User" "user"
      CROSS JOIN unnest(${[...TRADE_MODES]}::"TradeMode"[]) AS traded(mode)
      LEFT JOIN "DailyLossStop" stop
        ON stop."userId" = "user".id AND stop.market = ${this.#market} AND stop.day = ${istDate(now)}::date AND stop.mode = traded.mode
      WHERE "user"."squareOffAtDailyLoss" AND "user"."maxDailyLossPaise" IS NOT NULL AND user_partition("user".id) = ANY(${partitions}::int[])
        AND EXISTS (
          SELECT FROM "Trade" open
          WHERE open."userId" = "user".id AND open.status = 'RUNNING' AND open.mode = traded.mode
            AND open."letGoAt" IS NULL AND NOT EXISTS (SELECT FROM "ExitRequest" asked WHERE asked."tradeId" = open.id))
      ORDER BY "user".id, traded.mode`
    return rows.map(({ userId, mode, maxDailyLoss, closedLoss, stoppedAt, openTrades }) => ({
      ...{ userId, mode, maxDailyLoss: paise(maxDailyLoss), closedLoss: paise(closedLoss), openTrades: new Set(openTrades) },
      stoppedAt: stoppedAt === null ? null : paise(stoppedAt),
    }))
  }

  async stopForToday(userId: string, mode: TradeMode, loss: Paise, now: Instant): Promise<void> {
    await this.#db.$transaction(async (tx) => {
      const lost = await tx.dailyLossStop.createMany({
        data: { userId, market: this.#market, day: new Date(istDate(now)), mode, lossPaise: loss },
        skipDuplicates: true,
      })
      if (lost.count > 0) await publish(tx, { type: 'day.lost', userId })
      await requestExits(tx, { userId, mode, reason: 'DAILY_LOSS', by: 'daily loss' })
    })
  }
}
