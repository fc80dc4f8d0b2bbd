import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '../../prisma/jobs/enqueue.ts'
import { DAY, HOUR, MINUTE } from '../../schema/time.ts'
import { testRecord } from '../../schema/trading/testing/testRecord.ts'
import { insertAnalysis } from '../testing/insertAnalysis.ts'
import { eventually, startTestGateway, type TestGateway } from '../testing/startTestGateway.ts'
import { pruningCrew } from './pruningCrew.ts'

let app: TestGateway
beforeAll(async () => {
  app = await startTestGateway()
})
afterAll(() => app.close())

const ago = (ms: number) => new Date(Date.now() - ms)

test('what is older than it is kept is removed, of all tables in one job, and nothing else', async () => {
  const { db } = app
  const { id: userId } = await app.user('Asha')
  for (const [name, isOld] of [
    ['kept', false],
    ['old', true],
  ] as const) {
    const at = (oldMs: number, keptMs: number) => ago(isOld ? oldMs : keptMs)
    const bytes = () => new Uint8Array(randomBytes(32))
    const session = await db.session.create({ data: { userId, userAgent: name, address: '', expiresAt: at(1, -HOUR) } })
    await db.refreshToken.create({ data: { sessionId: session.id, tokenHash: bytes() } })
    // Of the session that stays.
    await db.downloadTicket.create({ data: { sessionId: userId, ticketHash: bytes(), kind: name, filters: {}, expiresAt: at(1, -MINUTE) } })
    await db.oneTimeToken.create({
      data: { userId, tokenHash: bytes(), purpose: 'VERIFY_EMAIL', email: name, expiresAt: at(1, -MINUTE) },
    })
    await db.brokerLogin.create({ data: { userId, sessionId: userId, ticketHash: bytes(), stateHash: bytes(), expiresAt: at(1, -MINUTE) } })
    const answered = { userId, key: name, requestHash: bytes(), answer: {} }
    await db.idempotentAnswer.create({ data: { ...answered, createdAt: at(DAY + MINUTE, DAY - HOUR) } })
    await db.failedAttempts.create({ data: { subject: bytes(), failures: isOld ? 1 : 2, retryAt: at(DAY + MINUTE, DAY - HOUR) } })
    await db.credentialAttempts.create({ data: { key: name, points: 1, expire: at(1, -HOUR).getTime() } })
    const asked = { userId, symbol: name, lookback: 50, createdAt: at(DAY + MINUTE, DAY - HOUR) }
    await db.agentRequest.create({ data: asked })
    const analysis = { market: 'drawn', symbol: 'NIFTY', lookback: 50, version: 1, verdict: 'NO_TRADE', reason: name, record: {} } as const
    const [number, candleAt] = isOld ? [1, ago(31 * DAY)] : [2, ago(0)]
    await db.agentAnalysis.create({ data: { ...analysis, number, candleAt, prevHash: bytes(), hash: bytes() } })
    // No job sends them.
    await db.mail.create({ data: { id: randomUUID(), accountId: userId, sealedLetter: bytes(), createdAt: at(8 * DAY, 6 * DAY) } })
    await db.notificationRead.create({ data: { userId, notificationId: name, readAt: at(91 * DAY, 89 * DAY) } })
    await db.orderCall.create({ data: { id: randomUUID(), userId, at: at(9 * DAY, 7 * DAY), kind: isOld ? 'ENTRY' : 'CHANGE' } })
  }
  // In the log of who asked, for as long as the analysis is kept.
  const answered = { symbol: 'answered', analysisId: await insertAnalysis(db, testRecord()), createdAt: ago(2 * DAY) }
  await db.agentRequest.create({ data: { userId, lookback: 50, ...answered } })
  await db.agentService.create({ data: { market: 'drawn', version: 1 } })
  await enqueue(db, 'prune', {})
  const left = async () => ({
    sessions: (await db.session.findMany({ where: { id: { not: userId } } })).map(({ userAgent }) => userAgent),
    refreshTokens: await db.refreshToken.count(),
    tickets: (await db.downloadTicket.findMany()).map(({ kind }) => kind),
    oneTimeTokens: (await db.oneTimeToken.findMany()).map(({ email }) => email),
    answers: (await db.idempotentAnswer.findMany()).map(({ key }) => key),
    attempts: (await db.failedAttempts.findMany()).map(({ failures }) => failures),
    limits: (await db.credentialAttempts.findMany()).map(({ key }) => key),
    mails: await db.mail.count(),
    brokerLogins: await db.brokerLogin.count(),
    analyses: (await db.agentAnalysis.findMany()).map(({ reason }) => reason).sort(),
    analysesAskedFor: (await db.agentRequest.findMany()).map(({ symbol }) => symbol).sort(),
    calls: (await db.orderCall.findMany()).map(({ kind }) => kind),
    read: (await db.notificationRead.findMany()).map(({ notificationId }) => notificationId),
  })
  await eventually(left).toEqual({
    ...{ sessions: ['kept'], refreshTokens: 1, tickets: ['kept'], oneTimeTokens: ['kept'], answers: ['kept'], attempts: [2] },
    ...{
      limits: ['kept'],
      mails: 1,
      brokerLogins: 1,
      analyses: ['BELOW_COSTS', 'kept'],
      analysesAskedFor: ['answered', 'kept'],
      read: ['kept'],
      calls: ['CHANGE'],
    },
  })
})

test('one that fails stops no other, and its job says why', async () => {
  const done: string[] = []
  const { prune } = pruningCrew([
    async () => void done.push('first'),
    async () => Promise.reject(new Error('no such table')),
    async () => void done.push('last'),
  ]).tasks
  const job = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
  await expect(prune?.({}, job)).rejects.toThrow('no such table')
  expect(done).toEqual(['first', 'last'])
})
