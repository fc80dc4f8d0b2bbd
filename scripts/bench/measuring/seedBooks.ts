import type { Database } from '../../../prisma/client.ts'
import { MINUTE } from '../../../schema/time.ts'

/** Trades that a transaction makes, within the time of a statement. */
const AT_ONCE = 20_000
const DAYS = 1_000
/** Of a signal: the users of a strategy take it together. */
const USERS = 10

/**
 * `count` closed trades of the users of a strategy, at least ten, over a thousand days, with all that the books have of them and in order: a
 * signal for each ten, and of each trade a leg, an entry and an exit with a fill each.
 */
export async function seedBooks(db: Database, strategyId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) await insertTrades(db, strategyId, from, Math.min(AT_ONCE, count - from))
  await db.$executeRaw`VACUUM ANALYZE`
}

async function insertTrades(db: Database, strategyId: string, from: number, count: number): Promise<void> {
  await db.$transaction(
    async (tx) => {
      // What refers to what is right by construction; checking it row by row would take most of the time.
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`
      await tx.$executeRaw`
      CREATE TEMPORARY TABLE seed ON COMMIT DROP AS
      SELECT n, gen_random_uuid() AS trade, gen_random_uuid() AS leg, gen_random_uuid() AS entry, gen_random_uuid() AS exit,
        md5(format('bench signal %s', n / ${USERS}::int))::uuid AS signal, subscription.id AS subscription, subscription."userId" AS "user",
        timestamptz '2023-01-02 09:20+05:30' + (n % ${DAYS}::int) * interval '1 day' + (n / ${DAYS}::int % 300) * interval '1 minute' AS entered,
        (n * 7919 % 40001 - 19000)::bigint / 75 * 75 AS gross, format('NIFTY30DEC25%s%s', 20000 + n * 7919 % 250 * 50, CASE n % 2 WHEN 0 THEN 'CE' ELSE 'PE' END) AS option
      FROM generate_series(${from}::bigint, ${from}::bigint + ${count}::bigint - 1) n
      JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS places FROM "Subscription" WHERE "strategyId" = ${strategyId}::uuid)
        subscription ON place = n % places`
      await tx.$executeRaw`
      INSERT INTO "Signal" (id, "strategyId", market, symbol, interval, "candleTime", side, "pricePaise")
      SELECT DISTINCT ON (signal) signal, ${strategyId}::uuid, 'bench', 'NIFTY', '1min', '2020-01-01'::timestamptz + n * interval '1 minute', 'LONG'::"SignalSide", 2450000 FROM seed ORDER BY signal, n`
      await tx.$executeRaw`
      INSERT INTO "Trade" (id, "userId", "subscriptionId", "strategyId", market, mode, index, option, signal, lots, quantity,
        "entryPricePaise", "targetPaise", "stopPaise", "exitQuantity", "exitPricePaise", "fundUsedPaise", "blockedPaise", "realisedPaise",
        "grossPaise", "chargesPaise", "netPaise", status, "exitReason", terms, "entryTime", "exitTime", "closedAt")
      SELECT trade, "user", subscription, ${strategyId}::uuid, 'bench', 'PAPER', 'NIFTY', option, 'LONG', 1, 75,
        10000, 11800, 8800, 75, 10000 + gross / 75, 750000, 0, gross - 5310, gross, 5310, gross - 5310, 'COMPLETED', 'SESSION_END',
        '{"takeProfit":{"unit":"PERCENT","value":18},"stopLoss":{"unit":"PERCENT","value":12},"trailingStopPercent":null}',
        entered, entered + interval '20 minutes', entered + interval '20 minutes' FROM seed`
      await tx.$executeRaw`
      INSERT INTO "Leg" (id, "tradeId", side, option, contract, lots, quantity, "entryPricePaise", "entryValuePaise", "targetPaise", "stopPaise",
        "exitQuantity", "exitValuePaise", "exitPricePaise", "grossPaise", "chargesPaise", "netPaise", status, "exitReason", terms, "entryTime", "exitTime")
      SELECT leg, trade, 'BUY', option, jsonb_build_object('exchange', 'NFO', 'token', n::text, 'tradingSymbol', option, 'index', 'NIFTY',
          'expiry', '2025-12-30', 'strike', 2450000, 'optionType', right(option, 2), 'lotSize', 75, 'tick', 5),
        1, 75, 10000, 750000, 11800, 8800, 75, 750000 + gross, 10000 + gross / 75, gross, 5310, gross - 5310, 'COMPLETED', 'SESSION_END',
        '{"takeProfit":{"unit":"PERCENT","value":18},"stopLoss":{"unit":"PERCENT","value":12},"trailingStopPercent":null}',
        entered, entered + interval '20 minutes' FROM seed`
      await tx.$executeRaw`
      INSERT INTO "Order" (id, "clientOrderId", "userId", "subscriptionId", "signalId", "tradeId", "legId", mode, purpose, "exitReason", side, status, contract,
        quantity, "filledQuantity", "filledValuePaise", terms, "intendedAt", "updatedAt")
      SELECT entry, format('E%s', n), "user", subscription, signal, trade, leg, 'PAPER'::"TradeMode", 'ENTRY'::"OrderPurpose", NULL::"ExitReason", 'BUY'::"OrderSide",
        'FILLED'::"OrderStatus", jsonb_build_object('token', n::text, 'tradingSymbol', option), 75, 75, 750000, '{}'::jsonb, entered, entered FROM seed
      UNION ALL
      SELECT exit, format('X%s', n), "user", subscription, NULL, trade, leg, 'PAPER', 'EXIT', 'SESSION_END', 'SELL', 'FILLED',
        jsonb_build_object('token', n::text, 'tradingSymbol', option), 75, 75, 750000 + gross, NULL, entered + interval '20 minutes', entered FROM seed`
      await tx.$executeRaw`
      INSERT INTO "Fill" (id, "orderId", quantity, "pricePaise", "chargesPaise", "filledAt")
      SELECT format('bench E%s', n), entry, 75, 10000, 2655, entered FROM seed
      UNION ALL SELECT format('bench X%s', n), exit, 75, 10000 + gross / 75, 2655, entered + interval '20 minutes' FROM seed`
    },
    { timeout: 10 * MINUTE },
  )
}
