import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { HOUR, istDate, istInstant, MINUTE } from '../../../schema/time.ts'
import { changeTrade, closedWith, insertEntryOrder, insertStrategy, insertTrade } from '../../testing/rows.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { mailsTo } from '../mail/testing/mailbox.ts'

let app: TestGateway
let meera: TestUser
let other: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  meera = await app.user('Meera')
  other = await app.user('Lata')
  await makeAdmins()
})
afterAll(() => app.close())

const makeAdmins = () =>
  app.db.user.updateMany({
    where: { id: { in: [meera.id, other.id] } },
    data: { role: 'admin', twoFactorAt: new Date(), disabledAt: null },
  })

interface Details {
  readonly updatedAt: string
  readonly [name: string]: unknown
}
const look = async (id: string) => ((await app.rest('GET', `/admin/users/${id}`, { token: meera.token })).body as { data: Details }).data
const act = (id: string, what: string, body: object, by = meera) =>
  app.rest('POST', `/admin/users/${id}/${what}`, { token: by.token, body: { reason: 'Asked by phone', ...body } })
const list = async (query: string) => {
  const { body } = await app.rest('GET', `/admin/users${query}`, { token: meera.token })
  return (body as { data: { users: { name: string }[]; total: number; next: string | null } }).data
}
const names = async (query: string) => (await list(query)).users.map(({ name }) => name)
async function signIn(userId: string): Promise<void> {
  const session = { userId, userAgent: 'Phone', address: '', expiresAt: new Date(Date.now() + HOUR) }
  await app.db.session.create({ data: session })
}

test('accounts are found by parts of name or address, letter by letter, the newest first, a page at a time; deleted ones are not', async () => {
  for (const name of ['Odd_One', 'OddsOne']) await app.user(name)
  const { id: gone } = await app.user('Gone')
  await app.db.user.update({ where: { id: gone }, data: { deletedAt: new Date() } })
  expect(await names('?search=odd')).toEqual(['OddsOne', 'Odd_One'])
  expect(await names('?search=ODD_')).toEqual(['Odd_One'])
  expect(await names('?search=%25')).toEqual([])
  expect(await names('?search=lata%40example')).toEqual(['Lata'])
  expect(await names('?search=Gone')).toEqual([])
  const first = await list('?first=1')
  expect([first.users.length, first.total]).toEqual([1, 4])
  expect((await names(`?first=1&after=${first.next ?? ''}`)).concat(first.users.map(({ name }) => name))).toEqual(['Odd_One', 'OddsOne'])
  const query =
    '{ managedUsers(input: { search: "meera" }) { total edges { node { name role twoFactor lastSeenAt } } pageInfo { hasNextPage } } }'
  expect((await app.graphql(query, { token: meera.token })).body).toMatchObject({
    data: { managedUsers: { total: 1, edges: [{ node: { name: 'Meera', role: 'admin', twoFactor: true } }] } },
  })
})

test('accounts are filtered by role, state, two-factor, live trading and broker, and sorted, a page at a time', async () => {
  const [calm, busy, left] = [await app.user('Zz calm'), await app.user('Zz busy'), await app.user('Zz left')]
  const strategyId = await insertStrategy(app.db, 'macd')
  for (const mode of ['PAPER', 'LIVE'] as const) await insertTrade(app.db, { userId: busy.id, strategyId, mode })
  const dayStart = istInstant(istDate(Date.now()), 0)
  const closedAt = (at: number) => ({ exitTime: new Date(dayStart + at), entryTime: new Date(dayStart + at - MINUTE) })
  await insertTrade(app.db, { userId: busy.id, strategyId, ...closedWith(-50_000n), ...closedAt(HOUR) })
  await insertTrade(app.db, { userId: busy.id, strategyId, ...closedWith(90_000n), ...closedAt(-HOUR) })
  await insertTrade(app.db, { userId: calm.id, strategyId, ...closedWith(20_000n), ...closedAt(HOUR) })
  await app.db.user.update({ where: { id: calm.id }, data: { emailVerifiedAt: new Date() } })
  await app.db.user.update({ where: { id: left.id }, data: { disabledAt: new Date(), role: 'analyst', twoFactorAt: new Date() } })
  const validUntil = new Date(Date.now() + HOUR)
  await app.db.brokerAccount.create({ data: { userId: busy.id, clientCode: 'Z1', state: 'CONNECTED', validUntil } })
  const found = (query: string) => names(`?search=zz&${query}`)

  expect(await found('role=analyst')).toEqual(['Zz left'])
  expect(await found('state=ACTIVE')).toEqual(['Zz calm'])
  expect(await found('state=SUSPENDED')).toEqual(['Zz left'])
  expect(await found('state=UNCONFIRMED')).toEqual(['Zz left', 'Zz busy'])
  expect(await found('twoFactor=true')).toEqual(['Zz left'])
  expect(await found('live=true')).toEqual(['Zz busy'])
  expect(await found('live=false')).toEqual(['Zz left', 'Zz calm'])
  expect(await found('broker=true')).toEqual(['Zz busy'])
  expect((await list('?search=zz&broker=false&first=1')).total).toBe(2)

  const ASCENDING = {
    JOINED: ['Zz calm', 'Zz busy', 'Zz left'],
    NAME: ['Zz busy', 'Zz calm', 'Zz left'],
    OPEN_TRADES: ['Zz calm', 'Zz left', 'Zz busy'],
    TODAY: ['Zz busy', 'Zz calm', 'Zz left'],
  }
  for (const [sort, expected] of Object.entries(ASCENDING)) {
    expect(await found(`sort=${sort}&descending=false`), sort).toEqual(expected)
    expect(await found(`sort=${sort}`), sort).toEqual(expected.toReversed())
    const pages: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const page = await list(`?search=zz&sort=${sort}&first=1&after=${after}`)
      pages.push(...page.users.map(({ name }) => name))
      after = page.next
    }
    expect(pages, sort).toEqual(expected.toReversed())
  }
  const query = `{ managedUsers(input: { search: "zz busy", sort: LAST_SEEN }) { edges { node { runningPaperTrades runningLiveTrades todayPaperNet todayLiveNet } } } }`
  expect((await app.graphql(query, { token: meera.token })).body).toMatchObject({
    data: {
      managedUsers: {
        edges: [{ node: { runningPaperTrades: 1, runningLiveTrades: 1, todayPaperNet: -500 - 64.13, todayLiveNet: null } }],
      },
    },
  })
  for (const [wrong, message] of [
    ['role=boss', 'role must be one of user, analyst, admin, got boss'],
    ['state=GONE', 'state must be one of ACTIVE, SUSPENDED, UNCONFIRMED, got GONE'],
    ['live=maybe', 'live must be true or false'],
    ['sort=MAIL', 'sort must be one of JOINED, NAME, LAST_SEEN, OPEN_TRADES, TODAY, got MAIL'],
  ])
    expect(await app.rest('GET', `/admin/users?${wrong}`, { token: meera.token })).toMatchObject({ status: 400, body: { message } })
})

test('one account is shown with its limits, sessions, subscriptions and trades, and no secret of its broker', async () => {
  const asha = await app.user('Asha')
  const strategyId = await insertStrategy(app.db, 'ema-crossover')
  await insertTrade(app.db, { userId: asha.id, strategyId })
  await app.db.brokerAccount.create({ data: { userId: asha.id, clientCode: 'A123456', state: 'CONNECTED' } })
  const shown = await look(asha.id)
  expect(shown).toMatchObject({
    ...{ name: 'Asha', role: 'user', suspendedAt: null, emailVerified: false, pendingEmail: null },
    ...{ paperFunds: 1_000_000, maxDailyLoss: 25_000, squareOffAtDailyLoss: false, maxOpenTrades: 20, runningTrades: 1, closedTrades: 0 },
    brokerCredentials: { isConnected: false, lastRefreshed: null, brokerName: 'angel' },
    sessions: [{ current: false, userAgent: '' }],
    subscriptions: [{ strategy: 'EMA Crossover', mode: 'PAPER', isActive: true, version: 1, lots: null }],
    trades: [{ option: 'NIFTY24NOV2624500CE', status: 'RUNNING', netProfitLossRs: null }],
    acts: [],
  })
  expect(JSON.stringify(shown)).not.toMatch(/A123456|sealed|secret|token|hash/i)
  expect((await app.rest('GET', `/admin/users/${strategyId}`, { token: meera.token })).body).toMatchObject({ code: 'NOT_FOUND' })
})

test('a suspension ends the screens of its owner at once, is audited with the admin and the reason, and mailed; the later of two admins reads what changed', async () => {
  const ravi = await app.user('Ravi')
  const seen = await look(ravi.id)
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token: ravi.token } }))
  await once(socket, 'message')
  const closed = once(socket, 'close')
  const { status, body } = await act(ravi.id, 'suspend', { updatedAt: seen.updatedAt })
  expect([status, (body as { message: string }).message]).toEqual([
    200,
    'ravi@example.com is suspended: all its sessions have ended, no new trade is opened for it, and its open ones run to their own exit.',
  ])
  expect(body).toMatchObject({ data: { sessions: [], acts: [{ text: 'Account disabled', by: 'Meera', reason: 'Asked by phone' }] } })
  expect((await closed)[0]).toBe(4403)
  expect((await app.rest('GET', '/user/profile', { token: ravi.token })).status).toBe(401)
  const entry = await app.db.auditEntry.findFirstOrThrow({ where: { accountId: ravi.id } })
  expect(entry).toMatchObject({ action: 'ACCOUNT_DISABLED', actor: meera.id, details: {} })
  await eventually(() => mailsTo(app.home, 'ravi@example.com')).toEqual([
    expect.stringMatching(/disabled your account[^]*Reason: Asked by phone/),
  ])
  expect(await act(ravi.id, 'role', { updatedAt: seen.updatedAt, role: 'admin' }, other)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^This account has changed since .* its role is user, and it is suspended/) as string },
  })
  const again = { updatedAt: (await look(ravi.id)).updatedAt }
  expect(await act(ravi.id, 'suspend', again)).toMatchObject({ status: 409, body: { message: 'This account is already suspended.' } })
  const restore = `mutation { restoreUser(input: { id: "${ravi.id}", updatedAt: "${again.updatedAt}", reason: "Cleared" }) { suspendedAt } }`
  expect((await app.graphql(restore, { token: other.token })).body).toMatchObject({ data: { restoreUser: { suspendedAt: null } } })
  await eventually(async () => (await mailsTo(app.home, 'ravi@example.com')).length).toBe(2)
})

test('a reason, and for role and suspension a recent password, is asked for before anything is done', async () => {
  const { id } = await app.user('Uma')
  const { updatedAt } = await look(id)
  for (const [reason, message] of [
    ['', 'A reason is required'],
    ['x'.repeat(201), 'A reason must be at most 200 characters long'],
  ])
    expect((await act(id, 'suspend', { updatedAt, reason })).body).toMatchObject({
      code: 'BAD_USER_INPUT',
      fieldErrors: { reason: message },
    })
  await app.db.session.update({ where: { id: meera.id }, data: { authenticatedAt: new Date(Date.now() - 11 * MINUTE) } })
  for (const [what, role] of [['suspend'], ['restore'], ['role', 'admin']] as const)
    expect((await act(id, what, { updatedAt, role })).body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
  await app.db.session.update({ where: { id: meera.id }, data: { authenticatedAt: new Date() } })
  expect(await app.db.auditEntry.count({ where: { accountId: id } })).toBe(0)
})

test('a link is sent again, sessions are ended, and who has shown the address to be theirs becomes an admin', async () => {
  const { id } = await app.user('Dev')
  const dev = async () => ({ updatedAt: (await look(id)).updatedAt })
  expect((await act(id, 'role', { ...(await dev()), role: 'admin' })).body).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/^The e-mail address of this account is not confirmed/) as string,
  })
  expect((await act(id, 'resend-verification', {})).status).toBe(200)
  await eventually(() => mailsTo(app.home, 'dev@example.com')).toEqual([expect.stringContaining('Confirm your e-mail address')])
  await app.db.user.update({ where: { id }, data: { emailVerifiedAt: new Date() } })
  expect((await act(id, 'resend-verification', {})).body).toMatchObject({ message: 'This account has no address to confirm.' })
  expect((await act(id, 'end-sessions', {})).body).toMatchObject({
    message: 'dev@example.com is signed out everywhere.',
    data: { sessions: [] },
  })
  expect((await act(id, 'end-sessions', {})).body).toMatchObject({ message: 'This account has no active sessions.' })
  await signIn(id)
  expect((await act(id, 'role', { ...(await dev()), role: 'analyst' })).body).toMatchObject({ data: { role: 'analyst', sessions: [] } })
  expect((await act(id, 'role', { ...(await dev()), role: 'admin' })).body).toMatchObject({ data: { role: 'admin', sessions: [] } })
  expect((await act(id, 'role', { ...(await dev()), role: 'user' })).body).toMatchObject({ data: { role: 'user' } })
  const acts = (await look(id))['acts'] as { text: string }[]
  expect(acts.map(({ text }) => text)).toEqual([
    ...[
      'Role changed',
      'Role changed',
      'Role changed',
      'All sessions ended by an admin',
      'Link to confirm the address sent again by an admin',
    ],
  ])
})

test('no account becomes an analyst’s while it trades: open trades, orders, active strategies and the agent are counted to the admin', async () => {
  const { id: userId } = await app.user('Tara')
  await app.db.user.update({ where: { id: userId }, data: { emailVerifiedAt: new Date() } })
  const strategyId = await insertStrategy(app.db, 'supertrend')
  const trade = await insertTrade(app.db, { userId, strategyId })
  await app.db.agentSettings.create({ data: { userId, enabled: true } })
  const become = async (role: string) => act(userId, 'role', { updatedAt: (await look(userId)).updatedAt, role })
  const counted = (found: string) => ({
    status: 409,
    body: {
      code: 'CONFLICT',
      message: expect.stringContaining(`This account still trades: ${found}. An analyst account is read-only.`) as string,
    },
  })
  expect(await become('analyst')).toMatchObject(counted('1 open trade, 0 open orders, 1 active strategy, the agent on'))
  await app.db.agentSettings.update({ where: { userId }, data: { enabled: false } })
  await changeTrade(app.db, trade, closedWith(20_000n))
  expect(await become('analyst')).toMatchObject(counted('0 open trades, 0 open orders, 1 active strategy, the agent off'))
  await app.db.subscription.updateMany({ where: { userId }, data: { isActive: false } })
  await insertEntryOrder(app.db, trade)
  await app.db.order.updateMany({ where: { userId }, data: { status: 'OPEN' } })
  expect(await become('analyst')).toMatchObject(counted('0 open trades, 1 open order, 0 active strategies, the agent off'))
  await app.db.order.updateMany({ where: { userId }, data: { status: 'FILLED' } })
  expect((await become('analyst')).body).toMatchObject({ data: { role: 'analyst' } })
})

test('of two admins who take the role from each other at once, one stays; the last one is neither suspended nor made a user', async () => {
  const [mine, theirs] = [await look(meera.id), await look(other.id)]
  const answers = await Promise.all([
    act(other.id, 'role', { updatedAt: theirs.updatedAt, role: 'user' }, meera),
    act(meera.id, 'role', { updatedAt: mine.updatedAt, role: 'user' }, other),
  ])
  expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
  expect(await app.db.user.count({ where: { role: 'admin' } })).toBe(1)
  await app.db.user.update({ where: { id: meera.id }, data: { role: 'admin' } })
  await app.db.user.update({ where: { id: other.id }, data: { disabledAt: new Date() } })
  await app.db.session.updateMany({ where: { userId: meera.id }, data: { endedAt: null, endedBy: null } })
  const { updatedAt } = await look(meera.id)
  for (const [what, refused, role] of [
    ['suspend', 'cannot be suspended'],
    ['role', 'keeps the role', 'user'],
    ['role', 'keeps the role', 'analyst'],
  ] as const)
    expect(await act(meera.id, what, { updatedAt, role })).toMatchObject({
      status: 409,
      body: { message: `This is the last admin who can sign in, and ${refused}. Make another account an admin first.` },
    })
})
