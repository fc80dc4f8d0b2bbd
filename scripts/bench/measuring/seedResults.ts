import type { Database } from '../../../prisma/client.ts'
import { MINUTE } from '../../../schema/time.ts'

/** Trades that an insert statement takes, within the time of a statement. */
const AT_ONCE = 20_000
const DAYS = 1_000
/** Of a signal. */
const USERS = 10

/**
 * `count` closed trades of a strategy, evenly of its subscriptions and of a thousand days, that no update has counted; each is a signal of
 * its own.
 */
export async function seedHistory(db: Database, strategyId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE)
    await insertTrades(db, strategyId, {
      count: Math.min(AT_ONCE, count - from),
      ...{ firstDay: 0, days: DAYS },
      isOpen: false,
    })
  await db.$executeRaw`ANALYZE "Trade"`
}

/** `count` trades closed on the day after `seedHistory`'s, ten users to a signal, that no update has counted. */
export function seedNewTrades(db: Database, strategyId: string, count: number): Promise<void> {
  return insertTrades(db, strategyId, { count, firstDay: DAYS, days: 1, isOpen: false, users: USERS })
}

/** `count` open trades of that day with a leg each, on a hundred options, ten users to a signal. */
export async function seedOpenTrades(db: Database, strategyId: string, count: number): Promise<void> {
  await insertTrades(db, strategyId, { count, firstDay: DAYS, days: 1, isOpen: true, users: USERS })
  await db.$executeRaw`ANALYZE "Trade", "Leg", "Order"`
}

interface Seed {
  readonly count: number
  /** Since the day of the first trade. */
  readonly firstDay: number
  readonly days: number
  readonly isOpen: boolean
  /** To a signal, whose orders are stored; without, there are no orders. */
  readonly users?: number
}

async function insertTrades(db: Database, strategyId: string, { count, firstDay, days, isOpen, users }: Seed): Promise<void> {
  await db.$transaction(
    async (tx) => {
      // What refers to what is right by construction; checking it row by row would take most of the time.
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`
      // Results are noted for the next update of performance all the same.
      await tx.$executeRaw`ALTER TABLE "Trade" ENABLE ALWAYS TRIGGER note_inserted_result`
      await tx.$executeRaw`
      CREATE TEMPORARY TABLE seed ON COMMIT DROP AS
      SELECT n, gen_random_uuid() AS trade, gen_random_uuid() AS leg, subscription.id AS subscription, subscription."userId" AS "user",
        timestamptz '2023-01-02 09:20+05:30' + (${firstDay}::int + n % ${days}::int) * interval '1 day' AS entered,
        (n * 7919 % 40001 - 19000)::bigint AS gross
      FROM generate_series(0, ${count}::int - 1) n
      JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM "Subscription" WHERE "strategyId" = ${strategyId}::uuid)
        subscription ON place = n % (SELECT count(*) FROM "Subscription" WHERE "strategyId" = ${strategyId}::uuid)`
      await tx.$executeRaw`
      INSERT INTO "Trade" (id, "userId", "subscriptionId", "strategyId", market, mode, index, option, signal, lots, quantity,
        "entryPricePaise", "exitQuantity", "exitPricePaise", "fundUsedPaise", "blockedPaise", "realisedPaise", "grossPaise", "chargesPaise",
        "netPaise", status, "exitReason", terms, "entryTime", "exitTime")
      SELECT trade, "user", subscription, ${strategyId}::uuid, 'bench', 'PAPER', 'NIFTY', 'NIFTY30DEC2524500CE', 'LONG', 1, 75,
        10000, CASE WHEN ${isOpen}::bool THEN 0 ELSE 75 END, CASE WHEN NOT ${isOpen}::bool THEN 10000 + gross / 75 END, 750000,
        CASE WHEN ${isOpen}::bool THEN 750000 ELSE 0 END, 0, CASE WHEN NOT ${isOpen}::bool THEN gross END, 5310,
        CASE WHEN NOT ${isOpen}::bool THEN gross - 5310 END, CASE WHEN ${isOpen}::bool THEN 'RUNNING' ELSE 'COMPLETED' END::"TradeStatus",
        CASE WHEN NOT ${isOpen}::bool THEN 'SESSION_END' END::"ExitReason", '{}', entered, CASE WHEN NOT ${isOpen}::bool THEN entered + interval '20 minutes' END
      FROM seed`
      if (users === undefined) return
      await tx.$executeRaw`
      INSERT INTO "Order" (id, "clientOrderId", "userId", "subscriptionId", "signalId", "tradeId", "legId", mode, purpose, side, status, contract, quantity,
        "filledQuantity", "filledValuePaise", terms, "intendedAt", "updatedAt")
      SELECT gen_random_uuid(), left(replace(trade::text, '-', ''), 15), "user", subscription, first_value(trade) OVER (PARTITION BY n / ${users}::int ORDER BY n), trade, leg,
        'PAPER', 'ENTRY', 'BUY', 'FILLED', '{}', 75, 75, 750000, '{}', entered, entered FROM seed`
      if (isOpen)
        await tx.$executeRaw`
        INSERT INTO "Leg" (id, "tradeId", side, option, contract, lots, quantity, "entryPricePaise", "entryValuePaise", "exitQuantity",
          "exitValuePaise", "chargesPaise", status, terms, "entryTime")
        SELECT leg, trade, 'BUY', 'NIFTY30DEC2524500CE', jsonb_build_object('exchange', 'NFO', 'token', (n / ${users}::int % 100)::text),
          1, 75, 10000, 750000, 0, 0, 2655, 'RUNNING', '{}', entered FROM seed`
    },
    { timeout: 10 * MINUTE },
  )
}
