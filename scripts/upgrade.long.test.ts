import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import readline from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectBooksInOrder } from '../engine/store/testing/expectBooksInOrder.ts'
import { EngineProcess } from '../engine/testing/EngineProcess.ts'
import { programOf } from '../engine/testing/programOf.ts'
import { VERSION } from '../schema/version.ts'
import { copyNextRelease, type NextRelease } from './testing/copyNextRelease.ts'
import { openTrading, type Trading } from './testing/openTrading.ts'

let next: NextRelease
let trading: Trading
let newEngine: EngineProcess
let newGateway: ChildProcess | null = null
beforeEach(async () => {
  next = copyNextRelease()
  trading = await openTrading()
  newEngine = new EngineProcess({ ...trading.engineSettings, root: next.root })
}, 120_000)
afterEach(async () => {
  newGateway?.kill('SIGKILL')
  await newEngine.end('SIGKILL')
  await trading.close()
  rmSync(next.root, { recursive: true })
})

const patient = { timeout: 90_000, interval: 100 }
const running = () => trading.app.db.trade.findFirst({ where: { status: 'RUNNING' } })
const migrateToNext = () => {
  const env = { ...process.env, DATABASE_URL: trading.app.databaseUrl, MIGRATION_URL: trading.app.ownerUrl }
  return spawnSync(process.execPath, programOf('scripts/migrate.ts', next.root), { env, encoding: 'utf8' })
}

test('an engine of the next release takes over from this one’s with trades running, after its own migration, and nobody is refused anything', async () => {
  const { app, engine, token } = trading
  await expect.poll(running, patient).not.toBeNull()
  expect(migrateToNext()).toMatchObject({ status: 0, stdout: expect.stringContaining('(1 migration was new)') as string })
  await newEngine.start()
  const leases = await app.db.$queryRaw`SELECT count(DISTINCT owner)::int AS nodes FROM "Lease"`
  expect(leases).toEqual([{ nodes: 2 }])
  await expect.poll(running, patient).not.toBeNull()
  const open = await app.db.trade.findMany({ where: { status: 'RUNNING' } })
  expect(await engine.end('SIGTERM')).toBe(0)
  const endedAt = new Date()

  const ids = open.map(({ id }) => id)
  await expect.poll(() => app.db.trade.count({ where: { id: { in: ids }, status: 'RUNNING' } }), patient).toBe(0)
  await expect.poll(() => app.db.trade.count({ where: { createdAt: { gt: endedAt } } }), patient).toBeGreaterThan(0)
  expect(await app.db.denial.count({ where: { reason: 'GATEWAY_NEWER' } })).toBe(0)
  expect((await app.rest('GET', '/trades/history', { token })).status).toBe(200)
  const stop = { scope: 'USER', squareOff: true, confirm: 'STOP' }
  expect((await app.rest('POST', '/emergency-stop', { token, body: stop })).status).toBe(200)
  await expect.poll(running, patient).toBeNull()
  expect(await newEngine.end('SIGTERM')).toBe(0)
  await expectBooksInOrder(app.db)
}, 240_000)

test('an engine beside a gateway of the next release opens nothing, says why, and closes what is open; one of that release goes on', async () => {
  const { app, engine } = trading
  await expect.poll(running, patient).not.toBeNull()
  const open = await app.db.trade.findMany({ where: { status: 'RUNNING' } })
  expect(migrateToNext()).toMatchObject({ status: 0 })
  newGateway = spawn(process.execPath, programOf('gateway/main.ts', next.root), {
    env: { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: app.databaseUrl, SAKHA_HOME: app.home },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(readline.createInterface({ input: newGateway.stdout! }), 'line')
  const denied = () => app.db.denial.findFirst({ where: { reason: 'GATEWAY_NEWER' } })
  await expect.poll(denied, patient).toMatchObject({ numbers: { gateway: next.version, engine: VERSION } })
  const isNewer = (line: string) => line.includes('a gateway is of a newer release')
  expect(engine.log.filter(isNewer)).toHaveLength(1)
  const deniedAt = new Date()
  await expect.poll(running, patient).toBeNull()
  expect(await app.db.order.count({ where: { purpose: 'ENTRY', createdAt: { gt: deniedAt } } })).toBe(0)
  expect(await app.db.trade.count({ where: { id: { in: open.map(({ id }) => id) }, exitPricePaise: null } })).toBe(0)

  await newEngine.start()
  expect(await engine.end('SIGTERM')).toBe(0)
  await expect.poll(running, patient).not.toBeNull()
  expect(newEngine.log.filter(isNewer)).toEqual([])
}, 240_000)
