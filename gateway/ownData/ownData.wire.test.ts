import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../server/testGateway.ts'
import { closedWith, insertStrategy, insertTrade } from '../server/testRows.ts'

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

test('a deleted account leads to nobody and opens for nobody; its trades stay for the books', async () => {
  const meera = await app.user('Meera')
  const tradeId = await insertTrade(app.db, { userId: meera.id, strategyId })
  const remove = (email: string) => app.rest('DELETE', '/user/profile', { body: { email }, token: meera.token })
  expect(await remove('other@example.com')).toMatchObject({ status: 400, body: { fieldErrors: { email: expect.any(String) } } })
  expect(await remove('meera@example.com')).toMatchObject({ status: 409, body: { message: expect.stringContaining('open: 1') } })
  expect(await app.db.subscription.count({ where: { userId: meera.id, endedAt: null } })).toBe(1)
  await app.db.trade.update({ where: { id: tradeId }, data: closedWith(100n) })
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
