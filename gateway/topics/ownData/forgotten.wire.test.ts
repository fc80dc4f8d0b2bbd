import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '../../../prisma/bus/publish.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import { pullKill } from '../../../prisma/killSwitches.ts'
import { HOUR } from '../../../schema/time.ts'
import { AuditReader } from '../audit/AuditReader.ts'
import { brokenAuditEntries } from '../audit/recordAudit.ts'
import { mailedToken, mailsTo } from '../mail/testing/mailbox.ts'
import { decodeMail } from '../mail/testing/decodeMail.ts'
import { startTestReceiver, type TestReceiver } from '../notifications/testing/startTestReceiver.ts'
import { SealingKeys } from '../../security/SealingKeys.ts'
import { Sealer } from '../../security/Sealer.ts'
import { eventually, startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'
import { changeTrade, closedWith, insertStrategy, insertTrade } from '../../testing/rows.ts'

const NAME = 'Zyxwvuta Qponmlk'
const [FIRST, SECOND, THIRD] = ['zyx.first@distinct.example', 'zyx.second@distinct.example', 'zyx.third@distinct.example'] as const
const AGENT = 'DistinctBrowser/77.7'
const ADDRESS = '198.51.100.177'
const WORDS = 'because-of-zyx'
/** Anything that identifies the account's owner. */
const DISTINCTIVE = ['zyx', 'qponmlk', 'distinct', ADDRESS]
const PASSWORD = 'correct horse battery'

let app: TestGateway
let hook: TestReceiver
let strategyId: string
beforeAll(async () => {
  hook = await startTestReceiver()
  app = await startTestGateway({ privateWebhooks: true, trustedProxies: 1 })
  strategyId = await insertStrategy(app.db, 'supertrend')
})
afterAll(async () => {
  await app.close()
  await hook.close()
})

let keys = 0
/** A request from the distinctive place; resolves with its data. */
async function ask(method: string, target: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${app.url}/api${target}`, {
    method,
    headers: {
      ...{ 'content-type': 'application/json', 'user-agent': AGENT, 'x-forwarded-for': ADDRESS, 'idempotency-key': `zyx-${++keys}` },
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { data: Record<string, unknown> | null }
  expect({ target, status: response.status, answer }).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
  return answer.data ?? {}
}

/** The tables with a row that has a text in it, in a column of any type. */
async function tablesWith(text: string): Promise<string[]> {
  const columns = await app.db.$queryRaw<{ table: string; column: string; type: string }[]>`
    SELECT columns.table_name AS table, column_name AS column, data_type AS type
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1, 2`
  expect(columns.length).toBeGreaterThan(150)
  const found = new Set<string>()
  for (const { table, column, type } of columns) {
    const place = Prisma.raw(`"${column}"`)
    const holds =
      type === 'bytea'
        ? Prisma.sql`position(convert_to(${text}, 'UTF8') IN ${place}) > 0 OR position(${text} IN lower(encode(${place}, 'escape'))) > 0`
        : Prisma.sql`position(${text} IN lower(${place}::text)) > 0`
    const [{ rows } = { rows: 0n }] = await app.db.$queryRaw<{ rows: bigint }[]>(
      Prisma.sql`SELECT count(*) AS rows FROM ${Prisma.raw(`"${table}"`)} WHERE ${holds}`,
    )
    if (rows > 0n) found.add(table)
  }
  return [...found]
}

/** The files of the data folder with a text in them or in their name; mails are decoded. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(app.home, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const content = await readFile(path.join(entry.parentPath, entry.name), 'utf8')
    if (`${entry.name}\n${content}\n${decodeMail(content)}`.toLowerCase().includes(text)) found.push(entry.name)
  }
  return found
}

const tracesOf = async (search: (text: string) => Promise<string[]>) =>
  [...new Set((await Promise.all(DISTINCTIVE.map(search))).flat())].sort()

/** Everything that leaves something behind. Returns the account, its token and its closed trade. */
async function live() {
  const signup = { name: NAME, email: FIRST, password: PASSWORD, confirmPassword: PASSWORD }
  const { user, token: first } = (await ask('POST', '/auth/signup', signup)) as { user: { id: string }; token: string }
  await ask('POST', '/auth/verify-email', { token: await mailedToken(app.home, FIRST, 'Confirm your e-mail address') }, first)
  await ask('POST', '/auth/forgot-password', { email: FIRST })
  await mailedToken(app.home, FIRST, 'Reset your password')
  const signedIn = (await ask('POST', '/auth/login', { email: FIRST, password: PASSWORD })) as { token: string }
  const { token } = signedIn
  await ask('PUT', '/user/profile', { email: SECOND }, token)
  await ask('POST', '/auth/verify-email', { token: await mailedToken(app.home, SECOND, 'Confirm your e-mail address') }, token)
  await eventually(async () => (await mailsTo(app.home, FIRST)).at(-1)).toContain('Your e-mail address was changed')
  await ask('PUT', '/user/profile', { email: THIRD }, token)
  await mailedToken(app.home, THIRD, 'Confirm your e-mail address')
  await ask('POST', '/user/two-factor', {}, token)
  const channels = {
    webhookUrl: `${hook.url}/${WORDS}`,
    telegramBot: { token: '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc', chatId: '@zyxchat' },
  }
  await ask('PUT', '/notifications/settings', { email: ['TRADE_OPENED'], webhook: ['TRADE_OPENED'], ...channels }, token)
  await ask('POST', '/notifications/test', { channel: 'WEBHOOK' }, token)
  const tradeId = await insertTrade(app.db, { userId: user.id, strategyId })
  await publish(app.db, { type: 'trade.opened', tradeId, userId: user.id })
  await eventually(async () => (await mailsTo(app.home, SECOND)).at(-1)).toContain('Paper trade opened')
  await ask('POST', `/trades/${tradeId}/close`, {}, token)
  await changeTrade(app.db, tradeId, closedWith(75_000n))
  await ask('POST', '/emergency-stop', { scope: 'USER', squareOff: false, reason: WORDS, confirm: 'STOP' }, token)
  await ask('DELETE', '/emergency-stop', { scope: 'USER' }, token)
  const by = 'command line'
  await app.db.$transaction(async (tx) => {
    await pullKill(tx, { scope: 'USER', scopeId: user.id, squareOff: false, reason: `${NAME} overdid it`, by })
    await pullKill(tx, { scope: 'GLOBAL', scopeId: null, squareOff: false, reason: `until ${SECOND} answers`, by })
    await pullKill(tx, { scope: 'STRATEGY', scopeId: strategyId, squareOff: false, reason: 'a fault', by })
  })
  await app.db.brokerAccount.create({
    data: {
      ...{ userId: user.id, clientCode: 'ZYX12345', state: 'REFUSED', problem: WORDS },
      secrets: { create: { field: 'jwt', version: 1, sealed: Buffer.from(WORDS), ending: 'yx' } },
      readiness: { create: { checkedAt: new Date(), marketAt: new Date(), facts: { tokenProblem: WORDS } } },
    },
  })
  await app.db.brokerCommand.create({ data: { id: randomUUID(), userId: user.id, kind: 'CHECK', sealedInput: Buffer.from(WORDS) } })
  const login = { sessionId: user.id, ticketHash: Buffer.from(WORDS), expiresAt: new Date(Date.now() + HOUR) }
  await app.db.brokerLogin.create({ data: { userId: user.id, ...login } })
  await app.db.backtestRun.create({ data: { userId: user.id, strategyId, request: { symbol: WORDS }, status: 'FAILED', problem: WORDS } })
  return { id: user.id, token, tradeId }
}

test('of a deleted account nothing is found that says whose it was, in no table and no file; the log still holds and the trades stay', async () => {
  const { id, token, tradeId } = await live()
  const log = (await ask('GET', '/user/audit-log', {}, token)) as { entries: { action: string; details: object }[] }
  expect(log.entries).toContainEqual(expect.objectContaining({ address: ADDRESS, userAgent: AGENT }))
  expect(log.entries.find(({ action }) => action === 'EMAIL_CHANGED')?.details).toEqual({ from: FIRST, to: SECOND })
  const exported = (await ask('POST', '/user/export', {}, token)) as { auditLog: object[] }
  expect(exported.auditLog).toContainEqual(
    expect.objectContaining({ action: 'EMAIL_CHANGED', address: ADDRESS, userAgent: AGENT, details: { from: FIRST, to: SECOND } }),
  )
  expect(await tracesOf(tablesWith)).toEqual([
    ...[
      'BacktestRun',
      'BrokerAccount',
      'BrokerCommand',
      'BrokerLogin',
      'BrokerReadiness',
      'BrokerSecret',
      'IdempotentAnswer',
      'KillSwitch',
      'NotificationSettings',
      'OneTimeToken',
      'Session',
      'User',
    ],
  ])
  expect((await tracesOf(filesWith)).length).toBeGreaterThan(5)
  const sealer = new Sealer(await SealingKeys.load(app.home))
  const reader = await AuditReader.open(app.db, sealer, pino({ level: 'silent' }))
  const before = await reader.read({ where: { accountId: id }, orderBy: { sequence: 'asc' } })

  await ask('DELETE', '/user/profile', { email: SECOND }, token)
  expect(await tracesOf(tablesWith)).toEqual([])
  expect(await tracesOf(filesWith)).toEqual([])
  expect(await brokenAuditEntries(app.db, id)).toEqual([])
  const after = await reader.read({ where: { accountId: id }, orderBy: { sequence: 'asc' } })
  expect(after.map(({ action }) => action)).toEqual([...before.map(({ action }) => action), 'ACCOUNT_DELETED'])
  expect(after[0]).toMatchObject({ action: 'SIGNED_UP', address: 'removed', userAgent: 'removed', details: {} })
  expect(await app.db.trade.findMany({ where: { userId: id }, include: { exitRequest: true } })).toMatchObject([
    { id: tradeId, grossPaise: 75_000n, exitRequest: { by: id } },
  ])
  const reasons = await app.db.killSwitch.findMany({ select: { reason: true }, orderBy: { reason: 'asc' } })
  expect(reasons.map(({ reason }) => reason)).toEqual(['Emergency stop', 'Emergency stop', 'Emergency stop', 'a fault'])
})
