import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programOf } from '../../engine/testing/programOf.ts'
import { listen } from '../../prisma/bus/listen.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { AccessTokens } from '../security/AccessTokens.ts'
import { hashPassword } from '../security/passwords.ts'
import { SigningKeys } from '../security/SigningKeys.ts'
import { eventually } from '../testing/startTestGateway.ts'
import { insertStrategy, insertTrade } from '../testing/rows.ts'

const KILLS = 10
const TRADES_PER_KILL = 12

let database: TestDatabase
let home: string
let child: ChildProcess | null = null
beforeAll(async () => {
  database = await createTestDatabase()
  home = await mkdtemp(path.join(tmpdir(), 'sakha-killed-'))
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await database.drop()
  await rm(home, { recursive: true })
})

/** Starts the gateway as a user runs it, in the place of the one before; its address. */
async function startProcess(): Promise<string> {
  child?.kill('SIGKILL')
  child = spawn(process.execPath, programOf('gateway/main.ts'), {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATABASE_URL: database.url, SAKHA_HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return (JSON.parse(line) as { url: string }).url
}

test('a gateway killed under load does each request once, when it is sent again with its Idempotency-Key', async () => {
  const { db } = database
  const strategyId = await insertStrategy(db, 'ema-crossover')
  const { id: userId } = await db.user.create({
    data: { name: 'Asha', email: 'asha@example.com', passwordHash: 'none', subscriptions: { create: { strategyId } } },
  })
  const session = { id: userId, userId, userAgent: '', address: '', expiresAt: new Date(Date.now() + 3_600_000) }
  await db.session.create({ data: session })
  const token = await new AccessTokens(await SigningKeys.load(home)).issue(userId, userId, Date.now())
  const close = (url: string, id: string) =>
    fetch(`${url}/api/trades/${id}/close`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': `close-${id}` },
    })
  // What reaches the engine: one notification for each request that was committed.
  let effects = 0
  const bus = await listen(
    database.url,
    (event) => (effects += event.type === 'exits.requested' ? 1 : 0),
    () => {},
  )
  try {
    let unanswered: string[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const url = await startProcess()
      const fresh = await Promise.all(Array.from({ length: TRADES_PER_KILL }, () => insertTrade(db, { userId, strategyId })))
      const sent = [...unanswered, ...fresh].map(async (id) => ({ id, status: (await close(url, id)).status }))
      // The first answer says that the others are under way.
      await Promise.any(sent)
      child?.kill('SIGKILL')
      const outcomes = await Promise.allSettled(sent)
      const answered = new Set(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : [])))
      for (const outcome of outcomes) if (outcome.status === 'fulfilled') expect(outcome.value.status).toBe(200)
      unanswered = [...unanswered, ...fresh].filter((id) => !answered.has(id))
    }
    const url = await startProcess()
    const trades = await db.trade.findMany({ select: { id: true } })
    for (const { id } of trades) expect((await close(url, id)).status).toBe(200)
    await eventually(() => effects).toBe(trades.length)
    expect(await db.exitRequest.count()).toBe(KILLS * TRADES_PER_KILL)
  } finally {
    await bus.close()
  }
}, 300_000)

test('a failed sign-in that was answered reaches the audit log once, though its gateway is killed before it is written', async () => {
  const { db } = database
  const email = 'ravi@example.com'
  const passwordHash = await hashPassword('correct horse')
  const { id: accountId } = await db.user.create({ data: { name: 'Ravi', email, passwordHash } })
  const url = await startProcess()
  await db.$transaction(
    async (tx) => {
      // The log is busy until the gateway is gone.
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`audit:${accountId}`}, 0))`
      const answer = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'wrong' }),
      })
      expect(answer.status).toBe(401)
      const gone = once(child!, 'exit')
      child!.kill('SIGKILL')
      await gone
    },
    { timeout: 60_000 },
  )
  expect(await db.auditEntry.count({ where: { accountId } })).toBe(0)
  await startProcess()
  await eventually(() => db.auditEntry.count({ where: { accountId, action: 'SIGN_IN_FAILED' } })).toBe(1)
  await eventually(() => db.mail.count()).toBe(0)
  expect(await db.auditEntry.count({ where: { accountId } })).toBe(1)
})
