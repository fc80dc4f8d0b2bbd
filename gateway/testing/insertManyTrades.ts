import type { Database } from '../../prisma/client.ts'
import { subscriptionOf } from './rows.ts'

/** Of one statement, which has 15 s. */
const AT_ONCE = 20_000

/** Closed trades of a user on paper, one after the other from 2020 on, without legs, orders or fills: for reading very many. For tests only. */
export async function insertManyTrades(
  db: Database,
  owner: { readonly userId: string; readonly strategyId: string },
  count: number,
): Promise<void> {
  const subscriptionId = await subscriptionOf(db, owner)
  for (let first = 0; first < count; first += AT_ONCE)
    await db.$executeRaw`
      INSERT INTO "Trade" (id, "userId", "subscriptionId", "strategyId", market, mode, index, option, signal, lots, quantity, "entryPricePaise",
        "exitQuantity", "exitPricePaise", "fundUsedPaise", "realisedPaise", "grossPaise", "chargesPaise", "netPaise", status, "exitReason",
        terms, "entryTime", "exitTime", "closedAt")
      SELECT gen_random_uuid(), ${owner.userId}::uuid, ${subscriptionId}::uuid, ${owner.strategyId}::uuid, 'test-market', 'PAPER', 'NIFTY',
        'NIFTY24NOV2624500CE', 'LONG', 1, 75, 10000, 75, 10100, 750000, 1087, 7500, 6413, 1087, 'TARGET_HIT', 'TARGET', '{}',
        timestamptz '2020-01-01 04:00Z' + n * interval '1 minute', timestamptz '2020-01-01 04:10Z' + n * interval '1 minute',
        timestamptz '2020-01-01 04:10Z' + n * interval '1 minute'
      FROM generate_series(${first + 1}::int, ${Math.min(first + AT_ONCE, count)}::int) n`
}
