import { v7 as uuid } from 'uuid'
import type { Database } from '../../../prisma/client.ts'
import { createStrategy } from '../../../prisma/createStrategy.ts'
import { STRATEGY_TEMPLATES } from '../../../schema/rules/templates.ts'
import { MINUTE } from '../../../schema/time.ts'

/**
 * `count` trades of one new user on 500 contracts by all built-in strategies: 400 on each day from 2025-01-01 on, the last twenty of them
 * running, each with the signal and the order that opened it. Returns the user's id.
 */
export async function seedTrades(db: Database, count: number): Promise<string> {
  const userId = uuid()
  await db.user.create({ data: { id: userId, email: `${userId}@example.com`, name: 'Bench', passwordHash: 'none' } })
  for (const { slug, name, description, type, category, ...terms } of STRATEGY_TEMPLATES) {
    const identity = { slug: `${slug}-${userId}`, name, description, type, category, isActive: true, isPublic: true }
    await db.subscription.create({ data: { userId, strategyId: await createStrategy(db, identity, terms) } })
  }
  const running = 20
  await db.$transaction(
    async (tx) => {
      // What refers to what is right by construction; checking it row by row would take most of the time.
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`
      // Results are noted for the next update of performance all the same.
      await tx.$executeRaw`ALTER TABLE "Trade" ENABLE ALWAYS TRIGGER note_inserted_result`
      await tx.$executeRaw`
      CREATE TEMPORARY TABLE seed ON COMMIT DROP AS
      SELECT n, gen_random_uuid() AS trade, gen_random_uuid() AS leg, gen_random_uuid() AS signal, n >= ${count}::int - ${running}::int AS runs, subscription.id AS subscription, subscription."strategyId" AS strategy,
        timestamptz '2025-01-01 09:20+05:30' + (n / 400) * interval '1 day' + (n % 400) * interval '50 seconds' AS entered,
        CASE n % 2 WHEN 0 THEN 'CE' ELSE 'PE' END AS right, 20000 + (n * 7919 % 250) * 50 AS strike, (n * 7919 % 40001 - 19000)::bigint AS gross
      FROM generate_series(0, ${count}::int - 1) n
      JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS places FROM "Subscription" WHERE "userId" = ${userId}::uuid)
        subscription ON subscription.place = n % subscription.places`
      await tx.$executeRaw`
      INSERT INTO "Signal" (id, "strategyId", market, symbol, interval, "candleTime", side, "pricePaise")
      SELECT signal, strategy, 'bench', 'NIFTY', '1min', entered - interval '1 minute', CASE WHEN "right" = 'CE' THEN 'LONG' ELSE 'SHORT' END::"SignalSide",
        strike * 100 FROM seed`
      await tx.$executeRaw`
      INSERT INTO "Trade" (id, "userId", "subscriptionId", "strategyId", market, mode, index, option, signal, lots, quantity,
        "entryPricePaise", "targetPaise", "stopPaise", "exitQuantity", "exitPricePaise", "fundUsedPaise", "blockedPaise", "realisedPaise",
        "grossPaise", "chargesPaise", "netPaise", status, "exitReason", terms, "entryTime", "exitTime")
      SELECT trade, ${userId}::uuid, subscription, strategy, 'bench', 'PAPER', 'NIFTY', format('NIFTY30DEC25%s%s', strike, "right"),
        CASE WHEN "right" = 'CE' THEN 'LONG' ELSE 'SHORT' END::"SignalSide", 1, 75, 10000, 11800, 8800,
        CASE WHEN runs THEN 0 ELSE 75 END, CASE WHEN NOT runs THEN 10000 + gross / 75 END, 750000, CASE WHEN runs THEN 750000 ELSE 0 END,
        CASE WHEN runs THEN 0 ELSE gross - 5310 END, CASE WHEN NOT runs THEN gross END, 5310, CASE WHEN NOT runs THEN gross - 5310 END,
        CASE WHEN runs THEN 'RUNNING' WHEN gross > 0 THEN 'TARGET_HIT' ELSE 'STOPLOSS_HIT' END::"TradeStatus",
        CASE WHEN runs THEN NULL WHEN gross > 0 THEN 'TARGET' ELSE 'STOP' END::"ExitReason",
        '{"takeProfit":{"unit":"PERCENT","value":18},"stopLoss":{"unit":"PERCENT","value":12},"trailingStopPercent":null}',
        entered, CASE WHEN NOT runs THEN entered + interval '20 minutes' END
      FROM seed`
      await tx.$executeRaw`
      INSERT INTO "Leg" (id, "tradeId", side, option, contract, lots, quantity, "entryPricePaise", "entryValuePaise", "targetPaise", "stopPaise",
        "exitQuantity", "exitValuePaise", "exitPricePaise", "grossPaise", "chargesPaise", "netPaise", status, "exitReason", terms, "entryTime",
        "exitTime")
      SELECT leg, trade, 'BUY', option, jsonb_build_object('exchange', 'NFO', 'token', n::text, 'tradingSymbol', option, 'index', 'NIFTY',
          'expiry', '2025-12-30', 'strike', strike * 100, 'optionType', "right", 'lotSize', 75, 'tick', 5),
        lots, quantity, "entryPricePaise", "fundUsedPaise", "targetPaise", "stopPaise", "exitQuantity",
        CASE WHEN runs THEN 0 ELSE 750000 + gross END, "exitPricePaise", "grossPaise", "chargesPaise", "netPaise", status, "exitReason", terms,
        "entryTime", "exitTime"
      FROM seed JOIN "Trade" ON "Trade".id = trade`
      await tx.$executeRaw`
      INSERT INTO "Order" (id, "clientOrderId", "userId", "subscriptionId", "signalId", "tradeId", "legId", mode, purpose, side, status, contract, quantity,
        "filledQuantity", "filledValuePaise", terms, "intendedAt", "updatedAt")
      SELECT gen_random_uuid(), format('S%s%s', right(${userId}::text, 8), n), ${userId}::uuid, subscription, signal, trade, leg, 'PAPER', 'ENTRY', 'BUY', 'FILLED', '{}', 75, 75,
        750000, '{}', entered, entered FROM seed`
    },
    { timeout: MINUTE },
  )
  // As the server would itself within minutes of so many new rows.
  await db.$executeRaw`VACUUM ANALYZE "Trade", "Leg", "Order", "Signal"`
  return userId
}
