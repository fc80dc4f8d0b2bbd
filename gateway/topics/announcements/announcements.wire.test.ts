import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { DAY, HOUR } from '../../../schema/time.ts'
import { insertStrategy, subscriptionOf } from '../../testing/rows.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'

interface Shown {
  readonly id: string
  readonly text: string
  readonly updatedAt: string
}

let app: TestGateway
let meera: TestUser
let ravi: TestUser
let live: TestUser
beforeAll(async () => {
  app = await startTestGateway()
  const people = await Promise.all(['Meera', 'Ravi', 'Asha'].map((name) => app.user(name)))
  ;[meera, ravi, live] = people as [TestUser, TestUser, TestUser]
  await app.db.user.update({ where: { id: meera.id }, data: { role: 'admin', twoFactorAt: new Date() } })
  const subscription = await subscriptionOf(app.db, { userId: live.id, strategyId: await insertStrategy(app.db, 'ema-crossover') })
  await app.db.subscription.update({ where: { id: subscription }, data: { mode: 'LIVE' } })
})
afterAll(() => app.close())

const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const written = (text: string, audience: string, from = -HOUR, to = DAY) => ({ text, audience, from: at(from), to: at(to) })
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  app.rest(method, `/admin/announcements${path}`, { token: meera.token, ...(body ? { body } : {}) })
const publish = async (input: object) => ((await call('POST', '', input)).body as { data: Shown }).data
const seenBy = async ({ token }: TestUser) => {
  const { body } = await app.graphql('{ announcements { text } }', { token })
  return (body as { data: { announcements: Shown[] } }).data.announcements.map(({ text }) => text)
}

test('an announcement reaches those it is for, at once by the subscription, and only between its times', async () => {
  const news: unknown[] = []
  const socket = createClient({
    url: `${app.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { token: ravi.token },
    retryAttempts: 0,
  })
  const told = { next: (value: unknown) => news.push(value), error: () => undefined, complete: () => undefined }
  socket.subscribe({ query: 'subscription { announcementsChanged }' }, told)
  // Nothing reports when the subscription stands: publish until it hears.
  await eventually(async () => {
    await publish(written('To all', 'EVERYONE', -2 * HOUR))
    return news.length
  }).toBeGreaterThan(0)
  await app.db.announcement.deleteMany({})

  for (const [text, audience] of [
    ['To all', 'EVERYONE'],
    ['To users', 'USERS'],
    ['To admins', 'ADMINS'],
    ['To live traders', 'LIVE_TRADERS'],
  ] as const)
    await publish(written(text, audience))
  await publish(written('Later', 'EVERYONE', HOUR))
  await publish(written('Over', 'EVERYONE', -DAY, -HOUR))
  expect((await seenBy(meera)).sort()).toEqual(['To admins', 'To all'])
  expect((await seenBy(ravi)).sort()).toEqual(['To all', 'To users'])
  expect((await seenBy(live)).sort()).toEqual(['To all', 'To live traders', 'To users'])
  await socket.dispose()
})

test('it is changed and ended, the later of two admins is told what it says now, and each act is audited', async () => {
  const first = await publish(written('Maintenance at six', 'EVERYONE'))
  const edit = { ...written('Maintenance at seven', 'EVERYONE'), updatedAt: first.updatedAt }
  expect(await call('PUT', `/${first.id}`, edit)).toMatchObject({
    status: 200,
    body: { data: { text: 'Maintenance at seven', by: 'Meera' } },
  })
  expect(await call('PUT', `/${first.id}`, edit)).toMatchObject({
    status: 409,
    body: { message: 'Nothing was saved: Meera has changed it since. Its text is now: Maintenance at seven' },
  })
  expect(await call('DELETE', `/${first.id}`)).toMatchObject({ status: 200 })
  expect(await seenBy(ravi)).not.toContain('Maintenance at seven')
  expect(await call('DELETE', `/${first.id}`)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^It ended at /) as string },
  })
  expect(await call('DELETE', `/${meera.id}`)).toMatchObject({ status: 404 })
  const entries = await app.db.auditEntry.findMany({ where: { accountId: meera.id }, orderBy: { sequence: 'desc' }, take: 3 })
  expect(entries.map(({ action }) => action)).toEqual(['ANNOUNCEMENT_ENDED', 'ANNOUNCEMENT_CHANGED', 'ANNOUNCEMENT_PUBLISHED'])
  expect((await call('GET', '')).body).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id: first.id })]) as object,
  })
})

test.each([
  [{ text: '  ' }, 'text must not be empty'],
  [{ text: 'x'.repeat(501) }, 'text must have at most 500 characters, got 501'],
  [{ to: '2020-01-01T00:00:00.000Z' }, 'to must be later than from'],
  [{ audience: 'FRIENDS' }, 'audience must be one of EVERYONE, USERS, ADMINS, LIVE_TRADERS, got FRIENDS'],
])('%j is refused', async (wrong, message) => {
  expect(await call('POST', '', { ...written('Hello', 'EVERYONE'), ...wrong })).toMatchObject({ status: 400, body: { message } })
})
