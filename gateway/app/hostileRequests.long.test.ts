import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '../../prisma/bus/publish.ts'
import { JobWorkers } from '../../prisma/jobs/JobWorkers.ts'
import { hashPassword } from '../security/passwords.ts'
import { graphqlRequests } from '../testing/graphqlRequests.ts'
import { readSchema } from '../testing/readSchema.ts'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.ts'
import { restRequests, type KnownValues, type OpenApiDocument, type RawRequest } from '../testing/restRequests.ts'
import { closedWith, insertStrategy, insertTrade } from '../testing/rows.ts'
import { sendAll } from '../testing/sendAll.ts'

const SEED = 20_261_121
const PASSWORD = 'correct horse'
/** Requests delete accounts and end sessions: after this many there are new ones. */
const BATCH = 100

let app: TestGateway
let workers: JobWorkers
let strategyIds: string[]
let passwordHash: string
beforeAll(async () => {
  app = await startTestGateway({ trustedProxies: 1 })
  passwordHash = await hashPassword(PASSWORD)
  strategyIds = await Promise.all(['ema-crossover', 'supertrend'].map((slug) => insertStrategy(app.db, slug)))
  // Where no engine runs, a backtest would be waited for.
  const run = async ({ runId }: { readonly runId: string }) => {
    await app.db.backtestRun.updateMany({ where: { id: runId }, data: { status: 'CANCELLED', endedAt: new Date() } })
    await publish(app.db, { type: 'backtest.ended', runId })
  }
  workers = new JobWorkers(app.databaseUrl, [{ tasks: { 'backtest.run': run }, concurrency: 1 }], pino({ level: 'silent' }))
})
afterAll(async () => {
  await workers.close()
  await app.close()
})

interface Cast extends KnownValues {
  /** Authorization headers: of a user, an admin, strangers. */
  readonly callers: readonly string[]
}

let casts = 0
async function newCast(): Promise<Cast> {
  const number = casts++
  const people = await Promise.all(['Asha', 'Ravi'].map((name) => app.user(`${name}${number}`)))
  await app.db.user.updateMany({ data: { passwordHash } })
  const [user, admin] = people.map(({ id }) => id) as [string, string]
  await app.db.user.update({ where: { id: admin }, data: { role: 'admin', twoFactorAt: new Date() } })
  const trade = await insertTrade(app.db, { userId: user, strategyId: strategyIds[0]!, ...closedWith(20_000n) })
  const subscription = await app.db.subscription.findFirstOrThrow({ where: { userId: user } })
  return {
    callers: [...[...people, ...people, ...people].map(({ token }) => `Bearer ${token}`), 'Bearer a.b.c', 'Basic YTpi', ''],
    ids: [user, admin, trade, subscription.id, ...strategyIds],
    texts: [PASSWORD, 'correct donkey', `asha${number}@example.com`, `ravi${number}@example.com`, 'NIFTY', 'STOP', '123456'],
  }
}

/** Sends batches of generated requests, and expects that no answer is one that no client may get. */
async function attack(count: number, requests: (cast: Cast) => fc.Arbitrary<RawRequest>): Promise<void> {
  const statuses: Record<number, number> = {}
  const faults: string[] = []
  for (let batch = 0; batch < count / BATCH; batch++) {
    const cast = await newCast()
    const signed = fc.tuple(requests(cast), fc.constantFrom(...cast.callers)).map(([raw, authorization]) => ({
      ...raw,
      headers: authorization === '' ? raw.headers : { ...raw.headers, authorization },
    }))
    const outcome = await sendAll(app.url, fc.sample(signed, { seed: SEED + batch, numRuns: BATCH }))
    for (const [status, times] of Object.entries(outcome.statuses)) statuses[Number(status)] = (statuses[Number(status)] ?? 0) + times
    faults.push(...outcome.faults)
  }
  process.stdout.write(`seed ${SEED}: ${count} requests, by status ${JSON.stringify(statuses)}\n`)
  expect(faults, `seed ${SEED}`).toEqual([])
  expect((await fetch(`${app.url}/livez`)).status).toBe(200)
}

test('G4: 5,000 requests generated from the OpenAPI document get no failure, no inside and always a request id', async () => {
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as OpenApiDocument
  await attack(5_000, (cast) => restRequests(document, cast))
}, 480_000)

test('G4: 5,000 requests generated from the GraphQL schema get no failure, no inside and always a request id', async () => {
  const schema = await readSchema(app)
  await attack(5_000, (cast) => graphqlRequests(schema, cast))
}, 480_000)
