import dns from 'node:dns'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '../../../prisma/bus/publish.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { insertStrategy, insertTrade } from '../../testing/rows.ts'
import { startTestNameServer, type TestNameServer } from './testing/startTestNameServer.ts'
import { startTestReceiver, type TestReceiver } from './testing/startTestReceiver.ts'

const TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'
const MESSAGES = 10
/** Of one user, before each further one has to wait. */
const FREE_TESTS = 5
const TESTS = 8

let names: TestNameServer
let silent: TestReceiver
let hook: TestReceiver
let telegram: TestReceiver
let app: TestGateway
let strategyId: string
const usual = dns.getServers()
beforeAll(async () => {
  names = await startTestNameServer({})
  dns.setServers([names.address])
  silent = await startTestReceiver()
  silent.fallSilent()
  hook = await startTestReceiver()
  telegram = await startTestReceiver()
  app = await startTestGateway({ telegramApi: telegram.url, privateWebhooks: true })
  strategyId = await insertStrategy(app.db, 'supertrend')
})
afterAll(async () => {
  await app.close()
  dns.setServers(usual)
  await Promise.all([silent.close(), hook.close(), telegram.close(), names.close()])
})

const save = (user: TestUser, body: object) => app.rest('PUT', '/notifications/settings', { body, token: user.token })
const sendTest = (user: TestUser) => app.rest('POST', '/notifications/test', { body: { channel: 'WEBHOOK' }, token: user.token })

async function openTrades(user: TestUser, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const tradeId = await insertTrade(app.db, { userId: user.id, strategyId })
    await publish(app.db, { type: 'trade.opened', tradeId, userId: user.id })
  }
}

/** How many of a user's deliveries have ended, well or badly. */
const over = (user: TestUser) =>
  app.db.notificationDelivery.count({ where: { userId: user.id, OR: [{ status: 'SENT' }, { problem: { not: null } }] } })

test('names that are never resolved and receivers that never answer delay nobody but their own users', async () => {
  const [nameless, mute, asha] = [await app.user('Nameless'), await app.user('Mute'), await app.user('Asha')]
  await save(nameless, { webhook: ['TRADE_OPENED'], webhookUrl: 'http://hook.silent/' })
  await save(mute, { webhook: ['TRADE_OPENED'], webhookUrl: `${silent.url}/` })
  await save(asha, {
    ...{ webhook: ['TRADE_OPENED'], webhookUrl: `${hook.url}/`, telegram: ['TRADE_OPENED'], telegramBot: { token: TOKEN, chatId: '42' } },
  })
  await openTrades(nameless, MESSAGES)
  await openTrades(mute, MESSAGES)
  await eventually(() => names.asked).toContain('hook.silent')
  await eventually(() => silent.received.length).toBe(2)
  await openTrades(asha, 3)
  await eventually(() => [hook.received.length, telegram.received.length]).toEqual([3, 3])
  // Of the twenty before hers hardly any had been given up: two of a user's wait at once, three or five seconds each.
  expect(await over(nameless)).toBeLessThanOrEqual(4)
  expect(await over(mute)).toBeLessThanOrEqual(2)
  expect(silent.received.length).toBeLessThanOrEqual(4)
  await eventually(() => over(asha)).toBe(6)
  // The others have their turn as those are given up.
  await eventually(() => silent.received.length).toBeGreaterThan(2)
})

test('tests of a channel go through the same places, and are counted by user', async () => {
  const [ravi, meera] = [await app.user('Ravi'), await app.user('Meera')]
  await save(ravi, { webhookUrl: `${silent.url}/` })
  await save(meera, { webhookUrl: `${hook.url}/` })
  let answered = 0
  const tests = Array.from({ length: TESTS }, async () => {
    const { status, body } = await sendTest(ravi)
    answered++
    return { ...(body as { message: string; data: object | null }), status }
  })
  await eventually(() => answered).toBe(TESTS - 2)
  expect((await sendTest(meera)).body).toMatchObject({ data: { sent: true } })
  expect(answered).toBe(TESTS - 2)
  const answers = await Promise.all(tests)
  const saying = (words: RegExp) => answers.filter(({ status, message }) => status === 429 && words.test(message)).length
  expect([saying(/^Earlier messages by Webhook are still under way/), saying(/^Too many attempts/)]).toEqual([
    FREE_TESTS - 2,
    TESTS - FREE_TESTS,
  ])
  expect(answers.flatMap(({ status, data }) => (status === 200 ? data : []))).toEqual(
    Array(2).fill({ sent: false, problem: 'The webhook did not answer within 5 seconds' }),
  )
})
