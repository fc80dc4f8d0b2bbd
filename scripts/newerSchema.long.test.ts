import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectBooksInOrder } from '../engine/store/testing/expectBooksInOrder.ts'
import { EXIT } from '../schema/exitCodes.ts'
import { runSql } from './postgres/runSql.ts'
import { openTrading, type Trading } from './testing/openTrading.ts'

let trading: Trading
beforeEach(async () => {
  trading = await openTrading()
}, 120_000)
afterEach(() => trading.close())

const patient = { timeout: 90_000, interval: 100 }

/** What a migration of the next version may do to tables that this one works with: it adds, and takes nothing away. */
async function expand(): Promise<void> {
  const { app } = trading
  const tables = await app.db.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`
  await runSql(
    app.ownerUrl,
    ...tables.map(
      ({ name }) => `ALTER TABLE ${name} ADD COLUMN "ofTheNextVersion" TEXT, ADD COLUMN "countedByIt" INTEGER NOT NULL DEFAULT 0`,
    ),
    'CREATE TABLE "OfTheNextVersion" (id UUID PRIMARY KEY)',
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '29990101000001_expand', now())
     ON CONFLICT DO NOTHING`,
  )
}

test('beside a database that the next version has migrated, what runs goes on: trades open and close, requests are served; what starts is refused', async () => {
  const { app, engine, token, subscription } = trading
  const running = () => app.db.trade.findFirst({ where: { status: 'RUNNING' } })
  await expect.poll(running, patient).not.toBeNull()
  await expand()
  const migratedAt = new Date()
  // Opened and closed since then, by the engine that knows nothing of it.
  await expect
    .poll(() => app.db.trade.count({ where: { status: { not: 'RUNNING' }, createdAt: { gt: migratedAt } } }), patient)
    .toBeGreaterThan(1)
  const target = `/strategy/user/${subscription.subscriptionId}`
  expect((await app.rest('PUT', target, { token, body: { maxTrades: 40 } })).status).toBe(200)
  expect((await app.rest('GET', '/trades/history', { token })).body).toMatchObject({
    data: { trades: expect.arrayContaining([expect.objectContaining({ status: expect.any(String) })]) },
  })
  const stop = { scope: 'USER', squareOff: true, confirm: 'STOP' }
  expect((await app.rest('POST', '/emergency-stop', { token, body: stop })).status).toBe(200)
  await expect.poll(running, patient).toBeNull()
  expect(engine.log.filter((line) => line.includes('job abandoned'))).toEqual([])

  // One of this version that ends meanwhile does not come back.
  expect(await engine.end('SIGTERM')).toBe(0)
  await expectBooksInOrder(app.db)
  await expect(engine.start()).rejects.toThrow(`the engine ended with ${EXIT.schemaMismatch}`)
  expect(engine.log.join('\n')).toContain('The database has 1 migration that this version does not know (it is at 29990101000001_expand;')
}, 240_000)
