import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'
import { changeTrade, closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'

let app: TestGateway
let strategyId: string
beforeAll(async () => {
  app = await startTestGateway()
  strategyId = await insertStrategy(app.db, 'ema-crossover')
})
afterAll(() => app.close())

test('a user gets all that is kept about the own account, without a secret and without others', async () => {
  const [asha, ravi] = [await app.user('Asha'), await app.user('Ravi')]
  await insertTrade(app.db, { userId: asha.id, strategyId, ...closedWith(7_500n) })
  await insertTrade(app.db, { userId: ravi.id, strategyId })
  const { status, headers, body } = await app.rest('POST', '/user/export', { token: asha.token })
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe('attachment; filename="sakha-my-data.json"')
  const { data } = body as { data: Record<string, object[]> }
  expect(data).toMatchObject({
    account: { id: asha.id, email: 'asha@example.com', paperFundsPaise: 100_000_000 },
    sessions: [{ id: asha.id }],
    subscriptions: [{ strategy: { name: 'EMA Crossover' } }],
    trades: [{ grossPaise: 7_500 }],
    auditLog: [{ action: 'DATA_EXPORTED' }],
  })
  expect(JSON.stringify(data)).not.toMatch(new RegExp(`${ravi.id}|passwordHash|hash`, 'i'))
  const graphql = await app.graphql('mutation { exportMyData }', { token: asha.token })
  expect(graphql.body).toMatchObject({ data: { exportMyData: { account: { id: asha.id } } } })
})

/** Does something while nobody can read trades: exports wait there. */
async function whileTradesAreLocked(work: () => Promise<void>): Promise<void> {
  await app.db.$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE "Trade" IN ACCESS EXCLUSIVE MODE`
      await work()
    },
    { timeout: 30_000 },
  )
}
const exportsWaiting = async () => {
  const waiting = await app.db.$queryRaw<object[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"Trade"%'`
  return waiting.length
}

test('an export of many pages has every row once, in its order', async () => {
  const { id, token } = await app.user('Kavya')
  for (let i = 0; i < 405; i++) await insertTrade(app.db, { userId: id, strategyId, ...closedWith(BigInt(i)) })
  const runs = Array.from({ length: 11 }, () => ({ userId: id, strategyId, request: { symbol: 'NIFTY' } }))
  await app.db.backtestRun.createMany({ data: runs })
  const { body } = await app.rest('POST', '/user/export', { token })
  const { trades, backtests } = (body as { data: Record<string, { id: string; grossPaise: number }[]> }).data
  expect(trades?.map(({ grossPaise }) => grossPaise)).toEqual(Array.from({ length: 405 }, (_, i) => i))
  expect(new Set(backtests?.map((run) => run.id)).size).toBe(11)
})

test('item 24: a second export of a user is refused while one is under way, over either face, and not another user’s', async () => {
  const [tara, uma] = [await app.user('Tara'), await app.user('Uma')]
  let first: Promise<{ readonly status: number }> | null = null
  let others: Promise<{ readonly status: number }> | null = null
  await whileTradesAreLocked(async () => {
    first = app.rest('POST', '/user/export', { token: tara.token })
    await eventually(exportsWaiting).toBe(1)
    const refusal = {
      code: 'RATE_LIMITED',
      message: 'An export of your data is already running. Wait until it is done, or try again in 5 seconds.',
    }
    const again = await app.rest('POST', '/user/export', { token: tara.token })
    expect([again.status, again.headers.get('retry-after')]).toEqual([429, '5'])
    expect(again.body).toMatchObject(refusal)
    const { body } = await app.graphql('mutation { exportMyData }', { token: tara.token })
    expect(body).toMatchObject({ errors: [{ message: refusal.message, extensions: { code: refusal.code } }] })
    others = app.rest('POST', '/user/export', { token: uma.token })
    await eventually(exportsWaiting).toBe(2)
  })
  expect([(await first!).status, (await others!).status]).toEqual([200, 200])
  for (let i = 0; i < 5; i++) expect((await app.rest('POST', '/user/export', { token: tara.token })).status).toBe(200)
})

test('who leaves in the midst of an export may begin another', async () => {
  const { token } = await app.user('Vani')
  await whileTradesAreLocked(async () => {
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${token}` }
    const left = fetch(`${app.url}/api/user/export`, { method: 'POST', headers, signal: leaving.signal }).then((answer) => answer.text())
    await eventually(exportsWaiting).toBe(1)
    leaving.abort()
    await expect(left).rejects.toThrow()
  })
  await eventually(async () => (await app.rest('POST', '/user/export', { token })).status).toBe(200)
})

test('item 25: fifteen exports in one request are refused', async () => {
  const { id, token } = await app.user('Wahida')
  const fields = Array.from({ length: 15 }, (_, i) => `a${i}: exportMyData`)
  const { body } = await app.graphql(`mutation { ${fields.join(' ')} }`, { token })
  expect(body).toMatchObject({ errors: [{ message: 'A request carries one sign-in, password, code, mailed link or export.' }] })
  expect(await app.db.auditEntry.count({ where: { accountId: id } })).toBe(0)
})

test('a deleted account leads to nobody and opens for nobody; its trades stay for the books', async () => {
  const meera = await app.user('Meera')
  const tradeId = await insertTrade(app.db, { userId: meera.id, strategyId })
  const remove = (email: string) => app.rest('DELETE', '/user/profile', { body: { email }, token: meera.token })
  expect(await remove('other@example.com')).toMatchObject({ status: 400, body: { fieldErrors: { email: expect.any(String) } } })
  expect(await remove('meera@example.com')).toMatchObject({ status: 409, body: { message: expect.stringContaining('open: 1') } })
  expect(await app.db.subscription.count({ where: { userId: meera.id, endedAt: null } })).toBe(1)
  await changeTrade(app.db, tradeId, closedWith(100n))
  expect((await remove('Meera@example.com')).status).toBe(200)
  expect((await app.rest('GET', '/user/profile', { token: meera.token })).status).toBe(401)
  const row = await app.db.user.findUniqueOrThrow({
    where: { id: meera.id },
    include: { sessions: true, subscriptions: true, trades: true },
  })
  expect(JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(/meera/i)
  expect(row).toMatchObject({ sessions: [], subscriptions: [{ isActive: false }], trades: [{ id: tradeId }] })
  const login = await app.rest('POST', '/auth/login', { body: { email: row.email, password: 'none' } })
  expect(login.status).toBe(401)
  const signup = { name: 'Meera', email: 'meera@example.com', password: 'correct horse', confirmPassword: 'correct horse' }
  expect((await app.rest('POST', '/auth/signup', { body: signup })).status).toBe(201)
})

test('item 18: neither without a password given within ten minutes', async () => {
  const lata = await app.user('Lata')
  await app.db.session.update({ where: { id: lata.id }, data: { authenticatedAt: new Date(Date.now() - 11 * 60_000) } })
  const { token } = lata
  expect(await app.rest('POST', '/user/export', { token })).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } })
  expect(await app.rest('DELETE', '/user/profile', { token, body: { email: 'lata@example.com' } })).toMatchObject({ status: 403 })
})
