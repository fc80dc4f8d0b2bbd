import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publish } from '../../../prisma/bus/publish.ts'
import { enqueue } from '../../../prisma/jobs/enqueue.ts'
import { waitingJobs } from '../../../prisma/jobs/testing/waitingJobs.ts'
import { formatTimeOfDay, istMinuteOfDay, DAY, MINUTE } from '../../../schema/time.ts'
import { startTestMailServer, type TestMailServer } from '../mail/testing/startTestMailServer.ts'
import { issueOneTimeToken } from '../../security/oneTimeTokens.ts'
import { startGateway, type Gateway } from '../../app/startGateway.ts'
import { readConfig } from '../../app/readConfig.ts'
import { eventually, startTestGateway, type TestGateway, type TestUser } from '../../testing/startTestGateway.ts'
import { insertStrategy, insertTrade } from '../../testing/rows.ts'
import { startTestReceiver, type TestReceiver } from './testing/startTestReceiver.ts'

const TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'

let mail: TestMailServer
let telegram: TestReceiver
let hook: TestReceiver
let app: TestGateway
/** A second gateway on the same database. */
let other: Gateway
let strategyId: string
beforeAll(async () => {
  mail = await startTestMailServer()
  telegram = await startTestReceiver()
  hook = await startTestReceiver()
  app = await startTestGateway({ smtpUrl: mail.url, telegramApi: telegram.url, privateWebhooks: true })
  const settings = { PORT: '0', DATABASE_URL: app.databaseUrl, SAKHA_HOME: app.home, SMTP_URL: mail.url, PRIVATE_WEBHOOKS: 'yes' }
  const config = readConfig({ ...settings, PUBLIC_URL: 'https://sakha.test' })
  other = await startGateway({ ...config, telegramApi: telegram.url }, pino({ level: 'silent' }))
  strategyId = await insertStrategy(app.db, 'supertrend')
})
afterAll(async () => {
  await other.close()
  await app.close()
  await Promise.all([mail.close(), telegram.close(), hook.close()])
})

const save = async (user: TestUser, body: object) => (await app.rest('PUT', '/notifications/settings', { body, token: user.token })).body
const read = async (user: TestUser) => (await app.rest('GET', '/notifications/settings', { token: user.token })).body
const problems = async (user: TestUser) => ((await read(user)) as { data: { problems: unknown } }).data.problems
const deliveries = (user: TestUser) => app.db.notificationDelivery.findMany({ where: { userId: user.id }, orderBy: { channel: 'asc' } })

/** A user with a confirmed address. */
async function person(name: string): Promise<TestUser> {
  const user = await app.user(name)
  await app.db.user.update({ where: { id: user.id }, data: { emailVerifiedAt: new Date() } })
  return user
}

async function openTrade(user: TestUser): Promise<void> {
  const tradeId = await insertTrade(app.db, { userId: user.id, strategyId })
  await publish(app.db, { type: 'trade.opened', tradeId, userId: user.id })
}

describe('notifications outside', () => {
  test('go by mail, Telegram and webhook, each once though two gateways hear of it', async () => {
    const asha = await person('Asha')
    const saved = await save(asha, {
      ...{ email: ['TRADE_OPENED'], telegram: ['TRADE_OPENED'], webhook: ['TRADE_OPENED'] },
      ...{ telegramBot: { token: TOKEN, chatId: '42' }, webhookUrl: `${hook.url}/hook` },
    })
    const { webhookSecret } = (saved as { data: { webhookSecret: string } }).data
    for (let i = 0; i < 5; i++) await openTrade(asha)
    await eventually(async () => (await deliveries(asha)).map(({ status }) => status)).toEqual(Array(15).fill('SENT'))
    const mails = mail.mails.filter((one) => one.includes('Subject: Paper trade opened'))
    expect([mails.length, telegram.received.length, hook.received.length]).toEqual([5, 5, 5])

    expect(mails[0]).toContain('https://sakha.test/live-trades')
    const { path, body } = telegram.received[0]!
    expect(path).toBe(`/bot${TOKEN}/sendMessage`)
    expect(JSON.parse(body)).toMatchObject({
      chat_id: '42',
      text: expect.stringMatching(/^Paper trade opened\nSupertrend bought 75 × NIFTY/),
    })

    const { headers, body: posted } = hook.received[0]!
    const [, seconds, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['sakha-signature'])) ?? []
    expect(signature).toBe(createHmac('sha256', webhookSecret).update(`${seconds}.${posted}`).digest('hex'))
    const told = JSON.parse(posted) as { id: string }
    expect(told).toMatchObject({ kind: 'TRADE_OPENED', title: 'Paper trade opened', link: expect.stringMatching(/\/live-trades$/) })
    expect(headers['sakha-delivery']).toBe(told.id)
  })

  test('are not sent in quiet hours, nor of kinds and by channels that were not chosen, nor to an address that is not confirmed', async () => {
    const now = istMinuteOfDay(Date.now())
    const at = (minutes: number) => formatTimeOfDay((now + minutes + 1_440) % 1_440)
    const quiet = await person('Ravi')
    await save(quiet, { webhook: ['TRADE_OPENED'], webhookUrl: `${hook.url}/quiet`, quietHours: { from: at(-5), until: at(30) } })
    const awake = await person('Meera')
    await save(awake, { webhook: ['TRADE_OPENED'], webhookUrl: `${hook.url}/awake`, quietHours: { from: at(30), until: at(-5) } })
    const other = await app.user('Nila')
    await save(other, { email: ['TRADE_OPENED'], telegram: ['TRADE_OPENED'], webhook: ['STOP_HIT'], webhookUrl: `${hook.url}/other` })
    for (const user of [other, quiet, awake]) await openTrade(user)
    const statuses = async (user: TestUser) => (await deliveries(user)).map(({ channel, status }) => [channel, status])
    await eventually(() => statuses(awake)).toEqual([['WEBHOOK', 'SENT']])
    await eventually(() => statuses(quiet)).toEqual([['WEBHOOK', 'QUIET']])
    expect(await statuses(other)).toEqual([])
    expect(hook.received.filter(({ path }) => path !== '/hook').map(({ path }) => path)).toEqual(['/awake'])
    // The centre has it all the same.
    const unread = await app.rest('GET', '/notifications/unread-count', { token: quiet.token })
    expect(unread.body).toMatchObject({ data: { unread: 1 } })
  })

  test('are tried eight times, then given up, and their owner can read why', async () => {
    const omar = await person('Omar')
    const failing = await startTestReceiver()
    failing.answer(500)
    try {
      await save(omar, { webhook: ['TRADE_OPENED'], webhookUrl: `${failing.url}/hook` })
      await openTrade(omar)
      const tried = async () => (await jobsOf(omar)).map(({ attempts, most }) => [attempts, most])
      for (let attempt = 1; attempt <= 8; attempt++) {
        await eventually(() => failing.received.length).toBe(attempt)
        await eventually(() => problems(omar)).toMatchObject([
          { channel: 'WEBHOOK', problem: 'The webhook answered 500', givenUp: attempt === 8 },
        ])
        if (attempt < 8) await eventually(tried).toEqual([[attempt, 8]])
        // The next problem is then the next attempt's.
        await app.db.notificationDelivery.updateMany({ where: { userId: omar.id, status: 'PENDING' }, data: { problem: null } })
        await eventually(async () => (attempt === 8 ? 1 : makeDue(omar))).toBe(1)
      }
      // An operator is not asked to fix what only its owner can fix.
      await eventually(() => jobsOf(omar)).toEqual([])
      expect(await deliveries(omar)).toMatchObject([{ status: 'DEAD', problem: 'The webhook answered 500' }])
      expect(new Set(failing.received.map(({ headers }) => headers['sakha-delivery'])).size).toBe(1)
      failing.answer(200)
      await openTrade(omar)
      await eventually(() => problems(omar)).toEqual([])
    } finally {
      await failing.close()
    }
  })

  test('left behind by a gateway that died are sent by another', async () => {
    const sara = await person('Sara')
    await save(sara, { webhook: ['TRADE_OPENED'], webhookUrl: `${hook.url}/left` })
    const [due] = await dueLongSince(sara, 1)
    // In hand of workers that nobody knows.
    await app.db.$queryRaw`
      WITH added AS (SELECT id FROM graphile_worker.add_job('delivery.send', ${JSON.stringify(due)}::json, run_at => now() + interval '1 hour'))
      SELECT id FROM added`
    await app.db.$executeRaw`
      UPDATE graphile_worker._private_jobs SET locked_by = 'pool-gone', locked_at = now(), run_at = now(), attempts = 1
      WHERE payload->>'userId' = ${sara.id}`
    await eventually(() => deliveries(sara)).toMatchObject([{ status: 'SENT' }])
    expect(hook.received.filter(({ path }) => path === '/left')).toHaveLength(1)
  })

  test('are shared out by gateways, each sent once though its job comes twice, and forgotten after 90 days', async () => {
    const vikram = await person('Vikram')
    await save(vikram, { webhook: ['TRADE_OPENED'], webhookUrl: `${hook.url}/shared` })
    const due = await dueLongSince(vikram, 60)
    await enqueue(app.db, 'delivery.send', ...due)
    await eventually(async () => (await deliveries(vikram)).filter(({ status }) => status === 'SENT').length).toBe(60)
    await enqueue(app.db, 'delivery.send', ...due)
    await app.idle()
    expect(hook.received.filter(({ path }) => path === '/shared')).toHaveLength(60)

    // What nobody is shown any more is forgotten with its marks.
    const [kept, old] = [new Date(Date.now() - 89 * DAY), new Date(Date.now() - 91 * DAY)]
    const [first, second] = due
    for (const [one, createdAt] of [
      [first!, kept],
      [second!, old],
    ] as const) {
      await app.db.notificationDelivery.updateMany({ where: one, data: { createdAt } })
      await app.db.notificationRead.create({ data: { userId: vikram.id, notificationId: one.notificationId, readAt: createdAt } })
    }
    await enqueue(app.db, 'prune', {})
    await eventually(async () => (await deliveries(vikram)).length).toBe(59)
    const marks = async () => (await app.db.notificationRead.findMany({ where: { userId: vikram.id } })).map((mark) => mark.notificationId)
    await eventually(marks).toEqual([first!.notificationId])
  })

  const jobsOf = async (user: TestUser) =>
    (await waitingJobs(app.db)).filter(({ payload }) => (payload as { userId?: string }).userId === user.id)

  /** A user's jobs that wait for their next attempt are due, and workers look: how many that are. */
  async function makeDue(user: TestUser): Promise<number> {
    const due = await app.db.$executeRaw`
      UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL AND payload->>'userId' = ${user.id}`
    await app.db.$executeRaw`SELECT pg_notify('jobs:insert', '{"count":1}')`
    return due
  }

  /** Rows of trades from before the settings, so that nobody else takes them up. */
  async function dueLongSince(user: TestUser, count: number) {
    const at = new Date(Date.now() - MINUTE)
    await app.db.subscription.create({ data: { userId: user.id, strategyId } })
    const ids = await Promise.all(Array.from({ length: count }, () => insertTrade(app.db, { userId: user.id, strategyId, createdAt: at })))
    const rows = ids.map((id) => ({ userId: user.id, notificationId: `opened:${id}`, channel: 'WEBHOOK' as const }))
    await app.db.notificationDelivery.createMany({ data: rows.map((row) => ({ ...row, kind: 'TRADE_OPENED', at })) })
    return rows
  }
})

describe('a webhook and a bot that were set up before the password was reset', () => {
  test('are sent nothing, not even what was on its way, until the owner has confirmed each; mail goes on', async () => {
    const dev = await person('Dev')
    const kinds = ['TRADE_OPENED']
    await save(dev, { email: kinds, telegram: kinds, webhook: kinds })
    await save(dev, { telegramBot: { token: TOKEN, chatId: '66' }, webhookUrl: `${hook.url}/planted` })
    const user = { id: dev.id, token: await resetAndSignIn(dev, 'dev@example.com') }
    expect(await read(user)).toMatchObject({ data: { suspended: ['TELEGRAM', 'WEBHOOK'], webhookUrl: `${hook.url}/planted` } })

    const told = async () => (await deliveries(user)).map(({ channel, status }) => `${channel} ${status}`).toSorted()
    const at = new Date()
    const tradeId = await insertTrade(app.db, { userId: user.id, strategyId, createdAt: at })
    for (const channel of ['TELEGRAM', 'WEBHOOK'] as const) {
      const onItsWay = { userId: user.id, notificationId: `opened:${tradeId}`, channel }
      await app.db.notificationDelivery.create({ data: { ...onItsWay, kind: 'TRADE_OPENED', at } })
      await enqueue(app.db, 'delivery.send', onItsWay)
    }
    await publish(app.db, { type: 'trade.opened', tradeId, userId: user.id })
    await eventually(told).toEqual(['EMAIL SENT', 'TELEGRAM SUSPENDED', 'WEBHOOK SUSPENDED'])
    await openTrade(user)
    await eventually(told).toEqual(['EMAIL SENT', 'EMAIL SENT', 'TELEGRAM SUSPENDED', 'WEBHOOK SUSPENDED'])
    for (const channel of ['TELEGRAM', 'WEBHOOK']) {
      const answer = await app.rest('POST', '/notifications/test', { body: { channel }, token: user.token })
      const problem = 'It was paused when your password was reset. Confirm it to resume'
      expect(answer.body).toMatchObject({ data: { sent: false, problem } })
    }

    const resume = (channel: string) => app.rest('POST', '/notifications/resume', { body: { channel }, token: user.token })
    await app.db.session.updateMany({ where: { userId: user.id }, data: { authenticatedAt: new Date(Date.now() - 11 * MINUTE) } })
    expect((await resume('WEBHOOK')).body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' })
    // The same address once more is no confirmation.
    expect(await save(user, { webhookUrl: `${hook.url}/planted` })).toMatchObject({
      data: { settings: { suspended: ['TELEGRAM', 'WEBHOOK'] } },
    })
    await app.db.session.updateMany({ where: { userId: user.id }, data: { authenticatedAt: new Date() } })
    expect((await resume('WEBHOOK')).body).toMatchObject({ data: { suspended: ['TELEGRAM'] } })
    expect(await resume('WEBHOOK')).toMatchObject({ status: 409, body: { message: 'Webhook is not paused.' } })
    expect(await resume('EMAIL')).toMatchObject({ status: 409 })
    await openTrade(user)
    await eventually(told).toEqual([...Array<string>(3).fill('EMAIL SENT'), 'TELEGRAM SUSPENDED', 'WEBHOOK SENT', 'WEBHOOK SUSPENDED'])
    expect(hook.received.filter(({ path }) => path === '/planted')).toHaveLength(1)
    expect(telegram.received.filter(({ body }) => body.includes('"66"'))).toEqual([])

    const log = await app.db.auditEntry.findMany({ where: { accountId: user.id }, orderBy: { sequence: 'asc' } })
    const actions = log.map(({ action, details }) => [action, details])
    expect(actions).toContainEqual(['CHANNELS_SUSPENDED', { channels: 'TELEGRAM, WEBHOOK' }])
    expect(actions.at(-1)).toEqual(['CHANNEL_RESUMED', { channel: 'WEBHOOK' }])
  })

  test('give way to others that the owner sets up, and to being removed', async () => {
    const esha = await person('Esha')
    await save(esha, { telegramBot: { token: TOKEN, chatId: '1' }, webhookUrl: `${hook.url}/a` })
    const user = { id: esha.id, token: await resetAndSignIn(esha, 'esha@example.com') }
    expect(await save(user, { telegramBot: null })).toMatchObject({ data: { settings: { suspended: ['WEBHOOK'] } } })
    expect(await save(user, { webhookUrl: `${hook.url}/b` })).toMatchObject({ data: { settings: { suspended: [] } } })
    expect(await save(user, { telegramBot: { token: TOKEN, chatId: '1' } })).toMatchObject({ data: { settings: { suspended: [] } } })
  })

  /** By the link a mail would bring; answers the access token of the sign-in after it. */
  async function resetAndSignIn({ id }: TestUser, email: string): Promise<string> {
    const [link, password] = [
      await app.db.$transaction((tx) => issueOneTimeToken(tx, 'RESET_PASSWORD', { userId: id, email })),
      'tgbvfr and more',
    ]
    expect((await app.rest('POST', '/auth/reset-password', { body: { token: link, newPassword: password } })).status).toBe(200)
    const { body } = await app.rest('POST', '/auth/login', { body: { email, password } })
    return (body as { data: { token: string } }).data.token
  }
})

describe('the settings', () => {
  test('item 18: another webhook or bot takes a recent password and is told to its owner; all else takes none', async () => {
    const user = await person('Farah')
    const change = (body: object) => app.rest('PUT', '/notifications/settings', { body, token: user.token })
    await save(user, { telegramBot: { token: TOKEN, chatId: '7' }, webhookUrl: `${hook.url}/mine` })
    const aMailOf = (subject: string) =>
      mail.mails.filter((one) => one.includes(`Subject: ${subject}`) && one.includes('To: farah@example.com'))
    await eventually(() => aMailOf('A webhook was set up')).toHaveLength(1)
    await eventually(() => aMailOf('A Telegram bot was set up')).toHaveLength(1)
    expect(aMailOf('A webhook was set up')[0]).toContain(new URL(hook.url).host)
    await app.db.session.update({ where: { id: user.id }, data: { authenticatedAt: new Date(Date.now() - 11 * MINUTE) } })
    for (const body of [
      { webhookUrl: `${hook.url}/theirs` },
      { telegramBot: { token: TOKEN, chatId: '8' } },
      // In the same breath as something harmless.
      { telegram: ['STOP_HIT'], webhookUrl: `${hook.url}/theirs` },
    ])
      expect(await change(body)).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } })
    expect(await read(user)).toMatchObject({ data: { webhookUrl: `${hook.url}/mine`, telegramBot: { chatId: '7' }, telegram: [] } })
    for (const body of [
      { telegram: ['STOP_HIT'], email: [], quietHours: { from: '22:00', until: '07:00' } },
      { webhookUrl: `${hook.url}/mine` },
      { webhookUrl: null, telegramBot: null },
    ])
      expect((await change(body)).status).toBe(200)
    expect(aMailOf('A webhook was set up')).toHaveLength(1)
  })

  test('never give a secret back, only its ending; a new webhook gets a new secret, an old one keeps it', async () => {
    const user = await person('Tara')
    const first = await save(user, { telegramBot: { token: TOKEN, chatId: '@channel' }, webhookUrl: `${hook.url}/a` })
    const { webhookSecret } = (first as { data: { webhookSecret: string } }).data
    expect(webhookSecret).toMatch(/^whsec_[\w-]{43}$/)
    expect(first).toMatchObject({ data: { settings: { telegramBot: { chatId: '@channel', tokenEnding: 'bc' } } } })
    const again = await save(user, { webhookUrl: `${hook.url}/a`, quietHours: { from: '22:00', until: '07:00' } })
    expect(again).toMatchObject({ data: { webhookSecret: null, settings: { quietHours: { from: '22:00', until: '07:00' } } } })
    const answers = JSON.stringify([await read(user), again])
    for (const secret of [TOKEN.slice(10, -2), webhookSecret.slice(6)]) expect(answers).not.toContain(secret)
    const row = await app.db.notificationSettings.findUniqueOrThrow({ where: { userId: user.id } })
    for (const sealed of [row.sealedTelegramToken, row.sealedWebhookSecret]) {
      expect(Buffer.from(sealed!).toString('latin1')).not.toContain(TOKEN.slice(0, 8))
    }
    const gone = await save(user, { telegramBot: null, webhookUrl: null, quietHours: null })
    expect(gone).toMatchObject({ data: { settings: { telegramBot: null, webhookUrl: null, quietHours: null } } })
    const log = await app.db.auditEntry.findFirst({
      where: { accountId: user.id, action: 'NOTIFICATIONS_CHANGED' },
      orderBy: { sequence: 'asc' },
    })
    expect(log?.details).toEqual({ changed: 'telegramBot, webhookUrl' })
  })

  test('keep an address as it is called, whatever characters it was typed with', async () => {
    const user = await person('Yash')
    const saved = await save(user, { webhookUrl: `${hook.url}/a b\u0000é` })
    expect(saved).toMatchObject({ data: { settings: { webhookUrl: `${hook.url}/a%20b%00%C3%A9` } } })
  })

  test('send a test message at once and say what came of it', async () => {
    const user = await person('Uma')
    const send = async (channel: string) =>
      (await app.rest('POST', '/notifications/test', { body: { channel }, token: user.token })).body as { data: unknown }
    expect((await send('TELEGRAM')).data).toEqual({ sent: false, problem: 'No Telegram bot is set up' })
    expect((await send('WEBHOOK')).data).toEqual({ sent: false, problem: 'No webhook is set up' })
    expect((await send('EMAIL')).data).toEqual({ sent: true, problem: null })
    expect(mail.mails.at(-1)).toContain('Subject: Test notification')
    await save(user, { telegramBot: { token: TOKEN, chatId: '7' }, quietHours: { from: '00:00', until: '23:59' } })
    expect((await send('TELEGRAM')).data).toEqual({ sent: true, problem: null })
    telegram.answer(400, { ok: false, description: 'Bad Request: chat not found' })
    expect((await send('TELEGRAM')).data).toEqual({ sent: false, problem: 'Telegram refused the message: Bad Request: chat not found' })
    telegram.answer(200, { ok: true })
  })

  test.each([
    [{ email: ['ACCOUNT_SECURITY'] }, 'email must not have ACCOUNT_SECURITY: it is always mailed'],
    [{ quietHours: { from: '25:00', until: '07:00' } }, 'from must be a time HH:MM, got 25:00'],
    [{ quietHours: { from: '07:00', until: '07:00' } }, 'Quiet hours must end at another time than they begin'],
    [{ telegramBot: { token: 'x/../../', chatId: '1' } }, 'The token of the bot looks like 123456789:ABC…'],
    [{ telegramBot: { token: TOKEN, chatId: 'me' } }, 'The chat is a number or @channel'],
    [{ webhookUrl: 'javascript:alert(1)' }, 'The address must begin with https://'],
  ])('refuse %j', async (body, message) => {
    const user = await app.db.user.findFirstOrThrow({ where: { name: 'Uma' } })
    const token = await app.tokens.issue(user.id, user.id, Date.now())
    const answer = await app.rest('PUT', '/notifications/settings', { body, token })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ message })
  })
})
