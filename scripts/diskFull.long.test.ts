import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectBooksInOrder } from '../engine/store/testing/expectBooksInOrder.ts'
import { runSql } from './postgres/runSql.ts'
import { openTrading, type Trading } from './testing/openTrading.ts'

let trading: Trading
beforeEach(async () => {
  trading = await openTrading()
}, 120_000)
afterEach(() => trading.close())

const patient = { timeout: 90_000, interval: 100 }
/** What takes more room; what is updated in place still finds some, as on a disk that has just run full. */
const GROWING = ['Signal', 'Order', 'Fill', 'Trade', 'Leg', 'Denial', 'Candle', 'ExitRequest', 'KillSwitch']

async function setFull(full: boolean): Promise<void> {
  const statements = [
    `CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`,
    ...GROWING.flatMap((table) => [
      `DROP TRIGGER IF EXISTS no_room ON "${table}"`,
      ...(full ? [`CREATE TRIGGER no_room BEFORE INSERT ON "${table}" FOR EACH STATEMENT EXECUTE FUNCTION no_room()`] : []),
    ]),
  ]
  await runSql(trading.app.ownerUrl, ...statements)
}

test('on a full disk nothing is opened and nothing is lost; once there is room, what was known goes on', async () => {
  const { app, engine, token } = trading
  const orders = () => app.db.order.count()
  const running = () => app.db.trade.findFirst({ where: { status: 'RUNNING' } })
  const said = (text: string) => engine.log.filter((line) => line.includes(text))
  await expect.poll(running, patient).not.toBeNull()
  await setFull(true)
  try {
    // Work comes, and waits.
    await expect.poll(() => said('the database has no room left').length, patient).toBeGreaterThan(0)
    const [before, fills] = [await orders(), await app.db.fill.count()]
    const refused = await app.rest('POST', '/emergency-stop', { token, body: { scope: 'USER', squareOff: true, confirm: 'STOP' } })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(refused.body).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('disk is full') })
    const asked = await app.graphql(
      'mutation { emergencyStop(input: { scope: USER, squareOff: true, confirm: "STOP" }) { stop { id } } }',
      {
        token,
      },
    )
    expect(asked.body).toMatchObject({
      errors: [{ message: expect.stringContaining('disk is full'), extensions: { code: 'UNAVAILABLE' } }],
    })
    // Reads are answered as usual.
    expect((await app.rest('GET', '/trades', { token })).status).toBe(200)
    expect([await orders(), await app.db.fill.count()]).toEqual([before, fills])
  } finally {
    await setFull(false)
  }
  await expect.poll(() => said('the database has room again').length, patient).toBeGreaterThan(0)
  const [ordersThen, closedThen] = [await orders(), await app.db.trade.count({ where: { status: { not: 'RUNNING' } } })]
  await expect.poll(orders, patient).toBeGreaterThan(ordersThen)
  await expect.poll(() => app.db.trade.count({ where: { status: { not: 'RUNNING' } } }), patient).toBeGreaterThan(closedThen)
  expect(said('job abandoned')).toEqual([])
  expect(await engine.end('SIGTERM')).toBe(0)
  await expectBooksInOrder(app.db)
}, 240_000)
