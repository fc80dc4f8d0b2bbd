import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBooks } from '../../engine/store/checkBooks.ts'
import { expectBooksInOrder } from '../../engine/store/testing/expectBooksInOrder.ts'
import { chargesOf } from '../../engine/trading/positions/legs.ts'
import { CONTRACT, NOW, TestDesks } from '../../engine/trading/testing/TestDesks.ts'
import { createEmptyDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { paise } from '../../schema/money.ts'
import { SECOND } from '../../schema/time.ts'
import { RUNTIME } from './roles.ts'
import { migrateJobs } from './migrateJobs.ts'
import { grantRuntime } from './runtimeGrants.ts'
import { runSql } from './runSql.ts'
import { insertOldTrades, type OldTrade } from './testing/oldTrades.ts'

/** The newest migration of the version before trades had legs. */
const BEFORE_LEGS = '20261206000001_lots'
const FOLDER = path.join(import.meta.dirname, '../../prisma/migrations')
const MIGRATIONS = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted()
const scriptsOf = (names: readonly string[]) => names.map((name) => readFileSync(path.join(FOLDER, name, 'migration.sql'), 'utf8'))

const running: OldTrade = { id: randomUUID(), quantity: 65, stop: 88_00 }
const partSold: OldTrade = {
  ...{ id: randomUUID(), quantity: 195, stop: 104_50, trailingStopPercent: 5 },
  exit: { reason: 'MANUAL', status: 'CANCELLED', sold: 65, price: 109_00 },
}
const waiting: OldTrade = {
  id: randomUUID(),
  quantity: 130,
  stop: 88_00,
  failures: 2,
  exit: { reason: 'STOP', status: 'REJECTED', sold: 0, price: 0 },
}
const closed: OldTrade = {
  ...{ id: randomUUID(), quantity: 65, stop: 88_00, closed: 'TARGET_HIT' },
  exit: { reason: 'TARGET', status: 'FILLED', sold: 65, price: 118_00 },
}
const entering = randomUUID()

const SUMS = `
  count(*)::int AS rows, count(*) FILTER (WHERE status = 'RUNNING')::int AS running, sum(quantity)::int AS bought, sum("exitQuantity")::int AS sold,
  sum("exitValuePaise")::bigint AS "got", sum("chargesPaise")::bigint AS charges, sum("grossPaise")::bigint AS gross, sum("netPaise")::bigint AS net,
  sum("targetPaise" + "stopPaise")::bigint AS levels, sum("exitFailures")::int AS failures, count("exitRetryAt")::int AS waiting`
const ALL = `
  SELECT (SELECT count(*) FROM "Order")::int AS orders, (SELECT sum("filledValuePaise") FROM "Order")::bigint AS filled, count(*)::int AS fills,
    sum("chargesPaise")::bigint AS charges, (SELECT sum("paperRealisedPaise") FROM "User")::bigint AS realised FROM "Fill"`

let database: TestDatabase
let desks: TestDesks
const before: unknown[] = []
const migrated: unknown[] = []
beforeAll(async () => {
  database = await createEmptyDatabase()
  const url = database.ownerUrl
  const from = MIGRATIONS.indexOf(BEFORE_LEGS) + 1
  await runSql(url, ...scriptsOf(MIGRATIONS.slice(0, from)))
  const subscription = await insertOldTrades(url, [running, partSold, waiting, closed], entering)
  const blocked = `sum(ceil("fundUsedPaise"::numeric * (quantity - "exitQuantity") / quantity)) FILTER (WHERE status = 'RUNNING')::bigint`
  before.push(
    ...(await runSql(url, `SELECT ${SUMS}, sum("fundUsedPaise")::bigint AS paid FROM "Trade"`)),
    ...(await runSql(
      url,
      `SELECT sum("fundUsedPaise")::bigint AS paid, sum("netPaise")::bigint AS net, ${blocked} AS blocked FROM "Trade"`,
    )),
    ...(await runSql(url, ALL)),
  )
  await runSql(url, ...scriptsOf(MIGRATIONS.slice(from)))
  await migrateJobs(url)
  await grantRuntime(url, RUNTIME)
  migrated.push(
    ...(await runSql(url, `SELECT ${SUMS}, sum("entryValuePaise")::bigint AS paid FROM "Leg"`)),
    ...(await runSql(
      url,
      `SELECT sum("fundUsedPaise")::bigint AS paid, sum("realisedPaise")::bigint AS net, sum("blockedPaise")::bigint AS blocked FROM "Trade"`,
    )),
    ...(await runSql(url, ALL)),
  )
  desks = await TestDesks.openOn(database, subscription)
})
afterAll(() => desks.close())

describe('a database of the version before trades had legs, with open trades', () => {
  it('loses nothing when it is migrated, and its books are whole', async () => {
    expect(migrated).toEqual(before)
    expect(before[0]).toMatchObject({ rows: 4, running: 3, bought: 455, sold: 130, failures: 2, waiting: 1 })
    expect(await checkBooks(database.url)).toEqual([])
    await expectBooksInOrder(database.db)
    const legs = await desks.legs()
    expect(legs.map(({ id, tradeId, side }) => [id, tradeId, side])).toEqual(legs.map(({ tradeId }) => [tradeId, tradeId, 'BUY']))
  })

  it('goes on trading: what was waiting is tried again, stops close, and an entry under way is filled', async () => {
    const engine = desks.start(NOW, desks.store.trades, 106_00)
    await engine.desk.resume()
    expect(engine.desk.counts).toMatchObject({ open_trades: 3, open_orders: 1 })
    await engine.quote(NOW + SECOND, 106_00)
    expect(await tradeOf(entering)).toMatchObject({ status: 'RUNNING', quantity: 65, entryPricePaise: 106_05n })
    expect(engine.desk.counts).toMatchObject({ open_trades: 4, open_orders: 0 })

    await engine.time(NOW + 2 * SECOND)
    await engine.quote(NOW + 3 * SECOND, 106_00)
    expect(await tradeOf(waiting.id)).toMatchObject(sold('STOP', 'STOPLOSS_HIT', 130, 105_95 * 130))

    await engine.quote(NOW + 4 * SECOND, 104_00)
    await engine.quote(NOW + 5 * SECOND, 104_00)
    expect(await tradeOf(partSold.id)).toMatchObject(sold('TRAILING_STOP', 'STOPLOSS_HIT', 195, 109_00 * 65, 103_95 * 130))
    expect(await tradeOf(running.id)).toMatchObject({ status: 'RUNNING', stopPaise: 88_00n })

    await engine.quote(NOW + 6 * SECOND, 88_00)
    await engine.quote(NOW + 7 * SECOND, 88_00)
    expect(await tradeOf(running.id)).toMatchObject(sold('STOP', 'STOPLOSS_HIT', 65, 87_95 * 65))
    expect(await tradeOf(closed.id)).toMatchObject(sold('TARGET', 'TARGET_HIT', 65, 118_00 * 65))
    expect(await checkBooks(database.url)).toEqual([])
    await expectBooksInOrder(database.db)
  })
})

const tradeOf = (id: string) => database.db.trade.findUniqueOrThrow({ where: { id } })

/** A trade bought at 100.00 rupees that was sold whole by orders of these values. */
function sold(exitReason: string, status: string, quantity: number, ...values: readonly number[]) {
  const orders = [
    { side: 'BUY' as const, value: paise(100_00 * quantity), at: NOW },
    ...values.map((value) => ({ side: 'SELL' as const, value: paise(value), at: NOW })),
  ]
  const charges = chargesOf(SHIPPED_MARKET_RULES, CONTRACT.exchange, orders)
  const gross = values.reduce((sum, value) => sum + value, 0) - 100_00 * quantity
  const [chargesPaise, grossPaise, netPaise] = [charges, gross, gross - charges].map(BigInt)
  return { status, exitReason, exitQuantity: quantity, chargesPaise, grossPaise, netPaise, realisedPaise: netPaise, blockedPaise: 0n }
}
