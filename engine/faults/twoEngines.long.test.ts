import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { istInstant } from '../../schema/time.ts'
import { startSandbox, type RunningSandbox } from '../sandbox/startSandbox.ts'
import { expectBooksInOrder } from '../store/testing/expectBooksInOrder.ts'
import { EngineProcess } from '../testing/EngineProcess.ts'
import { subscribeManyUsers, USERS } from './testing/load.ts'

/** After the death of a node the other has its users within this time. */
const TAKEOVER_MS = 10_000

let home: string
let database: TestDatabase
let sandbox: RunningSandbox
let engines: EngineProcess[]

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-two-'))
  database = await createTestDatabase()
  sandbox = await startSandbox({ port: 0, home, speed: 240, seed: 7, start: istInstant('2026-07-01', 9 * 60 + 15), replay: new Map() })
  await subscribeManyUsers(database.db)
  engines = [1, 2].map(() => new EngineProcess({ databaseUrl: database.url, home, sandboxPort: sandbox.port }))
})
afterEach(async () => {
  for (const engine of engines) await engine.end('SIGKILL')
  await sandbox.stop()
  await database.drop()
  await rm(home, { recursive: true })
})

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^sakha_engine_${name} (\\d+)`, 'm').exec(text)?.[1])
}

it('two engines share the users, trade for each of them once, and one takes over when the other is killed', async () => {
  const [first, second] = engines
  if (!first || !second) throw new Error('no engines')
  const urls = [await first.start(), await second.start()]
  const patient = { timeout: 30_000, interval: 100 }
  await expect.poll(() => Promise.all(urls.map((url) => metric(url, 'partitions_held'))), patient).toEqual([32, 32])
  for (const url of urls) await expect.poll(() => metric(url, 'trades_closed_total'), patient).toBeGreaterThan(2)

  await first.end('SIGKILL')
  await expect.poll(() => metric(urls[1] ?? '', 'partitions_held'), { timeout: TAKEOVER_MS, interval: 50 }).toBe(64)
  const orphans = await database.db.trade.findMany({ where: { status: 'RUNNING' }, select: { id: true } })
  const stillOpen = () => database.db.trade.count({ where: { status: 'RUNNING', id: { in: orphans.map(({ id }) => id) } } })
  await expect.poll(stillOpen, patient).toBe(0)
  // Every user trades, whoever owned them before.
  const since = new Date()
  const trading = async () =>
    (await database.db.order.findMany({ where: { createdAt: { gt: since } }, distinct: ['userId'], select: { userId: true } })).length
  await expect.poll(trading, patient).toBe(USERS)
  expect(await second.end('SIGTERM')).toBe(0)
  // That each subscription answers a signal once is a law of the tables; signals of the seconds without an owner are not made up for.
  await expectBooksInOrder(database.db)
}, 300_000)
