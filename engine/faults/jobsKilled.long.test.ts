import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Background } from '../../gateway/kit/Background.ts'
import { SealingKeys } from '../../gateway/security/SealingKeys.ts'
import { Sealer } from '../../gateway/security/Sealer.ts'
import { insertStrategy } from '../../gateway/testing/rows.ts'
import { Mailer } from '../../gateway/topics/mail/Mailer.ts'
import { Postbox } from '../../gateway/topics/mail/Postbox.ts'
import { startTestMailServer, type TestMailServer } from '../../gateway/topics/mail/testing/startTestMailServer.ts'
import { enqueue } from '../../prisma/jobs/enqueue.ts'
import { waitingJobs } from '../../prisma/jobs/testing/waitingJobs.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { istInstant } from '../../schema/time.ts'
import { startSandbox, type RunningSandbox } from '../sandbox/startSandbox.ts'
import { EngineProcess } from '../testing/EngineProcess.ts'
import { programOf } from '../testing/programOf.ts'

const KILLS = 10
const MAILS_PER_KILL = 20
const BACKTESTS_PER_KILL = 5
const SECRET = 'only-the-reader-of-the-mail-knows'
const TIMEOUT = { timeout: 120_000, interval: 100 }
/** Fifty processes one after the other, on a machine that has other work as well. */
const BACKTESTS_TIMEOUT = { timeout: 900_000, interval: 500 }

let database: TestDatabase
let home: string
let mail: TestMailServer
let sandbox: RunningSandbox
let engine: EngineProcess
let gateway: ChildProcess | null = null
beforeAll(async () => {
  database = await createTestDatabase()
  home = await mkdtemp(path.join(tmpdir(), 'sakha-jobs-'))
  mail = await startTestMailServer()
  // A faster market would take the processor from the backtests, which have the lowest priority.
  sandbox = await startSandbox({ port: 0, home, speed: 1, seed: 7, start: istInstant('2026-07-01', 9 * 60 + 15), replay: new Map() })
  engine = new EngineProcess({ databaseUrl: database.url, home, sandboxPort: sandbox.port })
}, 120_000)
afterAll(async () => {
  gateway?.kill('SIGKILL')
  await engine.end('SIGKILL')
  await sandbox.stop()
  await mail.close()
  await database.drop()
  await rm(home, { recursive: true })
}, 120_000)

/** Starts the gateway as a user runs it, and waits until it serves. */
async function startGateway(): Promise<void> {
  gateway = spawn(process.execPath, programOf('gateway/main.ts'), {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATABASE_URL: database.url, SAKHA_HOME: home, SMTP_URL: mail.url },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(createInterface({ input: gateway.stdout! }), 'line')
}
async function killGateway(): Promise<void> {
  const child = gateway
  child?.kill('SIGKILL')
  if (child) await once(child, 'exit')
}

it('of 200 mails and 50 backtests none is lost, and none is done as two, while gateway and engine are killed ten times', async () => {
  const { db } = database
  await Promise.all([startGateway(), engine.start()])
  await expect.poll(() => db.candle.count({ where: { symbol: 'NIFTY' } }), TIMEOUT).toBeGreaterThan(1_000)
  const strategyId = await insertStrategy(db, 'ema-crossover')
  const log = pino({ level: 'silent' })
  const sealer = new Sealer(await SealingKeys.load(home))
  const settings = { smtpUrl: mail.url, plaintext: false, from: 'Sakha <no-reply@sakha.test>', folder: home }
  const postbox = new Postbox(db, sealer, new Mailer(settings, new Background(log), log))

  for (let kill = 0; kill < KILLS; kill++) {
    const [mailsBefore, endedBefore] = [mail.mails.length, await ended()]
    for (let i = 0; i < MAILS_PER_KILL; i++) {
      const to = `reader-${kill}-${i}@example.com`
      const letter = { to, accountId: null, subject: 'A link', paragraphs: [SECRET], link: null }
      await db.$transaction((tx) => postbox.post(tx, letter))
    }
    for (let i = 0; i < BACKTESTS_PER_KILL; i++) await queueBacktest(`tester-${kill}-${i}`)
    // Both are in the midst of their work.
    await expect.poll(() => mail.mails.length, { ...TIMEOUT, interval: 1 }).toBeGreaterThan(mailsBefore)
    await expect.poll(async () => (await ended()) + (await running()), { ...TIMEOUT, interval: 5 }).toBeGreaterThan(endedBefore)
    await Promise.all([killGateway(), engine.end('SIGKILL')])
    await Promise.all([startGateway(), engine.start()])
  }

  await expect.poll(() => db.mail.count(), TIMEOUT).toBe(0)
  await expect.poll(ended, BACKTESTS_TIMEOUT).toBe(KILLS * BACKTESTS_PER_KILL)
  const ids = new Map<string, Set<string>>()
  for (const one of mail.mails) {
    const to = /^To: (reader-\S+)$/m.exec(one)?.[1] ?? ''
    ids.set(to, (ids.get(to) ?? new Set()).add(/^Message-ID: (\S+)$/im.exec(one)?.[1] ?? ''))
  }
  // A mail that was taken in the moment of a kill may come again, as the same.
  expect([...ids.values()].map((of) => of.size)).toEqual(Array(KILLS * MAILS_PER_KILL).fill(1))
  const runs = await db.backtestRun.groupBy({ by: ['status'], _count: true })
  expect(runs).toEqual([{ status: 'DONE', _count: KILLS * BACKTESTS_PER_KILL }])
  await expect.poll(() => waitingJobs(db), TIMEOUT).toEqual([])

  function ended(): Promise<number> {
    return db.backtestRun.count({ where: { endedAt: { not: null } } })
  }
  function running(): Promise<number> {
    return db.backtestRun.count({ where: { status: 'RUNNING' } })
  }
  async function queueBacktest(name: string): Promise<void> {
    await db.$transaction(async (tx) => {
      const { id: userId } = await tx.user.create({ data: { name, email: `${name}@example.com`, passwordHash: 'none' } })
      const { id } = await tx.backtestRun.create({
        data: { userId, strategyId, request: { symbol: 'NIFTY', from: '2026-06-15', to: '2026-06-30' } },
      })
      await enqueue(tx, 'backtest.run', { runId: id })
    })
  }
}, 1_800_000)

it('what a mail says is nowhere readable while it waits', async () => {
  const { db } = database
  const sealer = new Sealer(await SealingKeys.load(home))
  await killGateway()
  const log = pino({ level: 'silent' })
  const settings = { smtpUrl: mail.url, plaintext: false, from: 'Sakha <no-reply@sakha.test>', folder: home }
  const postbox = new Postbox(db, sealer, new Mailer(settings, new Background(log), log))
  await db.$transaction((tx) => postbox.post(tx, { to: 'x@example.com', accountId: null, subject: 'A', paragraphs: [SECRET], link: null }))
  await expect.poll(() => waitingJobs(db), TIMEOUT).toMatchObject([{ task: 'mail.send' }])
  const [stored] = await db.$queryRaw<{ text: string }[]>`
    SELECT concat((SELECT string_agg(encode("sealedLetter", 'escape'), '') FROM "Mail"), (SELECT json_agg(job) FROM graphile_worker._private_jobs job)) AS text`
  expect(stored!.text).not.toContain(SECRET)
}, 60_000)
