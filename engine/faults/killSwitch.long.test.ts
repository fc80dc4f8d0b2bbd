import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { istInstant } from '../../schema/time.ts'
import { startSandbox, type RunningSandbox } from '../sandbox/startSandbox.ts'
import { EngineProcess } from '../testing/EngineProcess.ts'
import { programOf } from '../testing/programOf.ts'
import { expectNothingLostOrDoubled, subscribeManyUsers } from './testing/load.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** How soon a kill switch must hold (reliability.md I12). */
const EFFECTIVE_MS = 1_000
const patient = { timeout: 30_000, interval: 50 }

let home: string
let database: TestDatabase
let sandbox: RunningSandbox
let engine: EngineProcess

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-kill-'))
  database = await createTestDatabase()
  sandbox = await startSandbox({ port: 0, home, speed: 240, seed: 7, start: istInstant('2026-07-01', 9 * 60 + 15), replay: new Map() })
  // Levels out of reach and no opposite signals: open trades stay open until the switch closes them, however slow the machine.
  const rules = { interval: '1min', long: ['close', 'crosses above', 'ema(3)'] }
  await subscribeManyUsers(database.db, { rules, stopLossPercent: 50, takeProfitPercent: 100, riskPerTradePaise: 50_000_00n })
  engine = new EngineProcess({ databaseUrl: database.url, home, sandboxPort: sandbox.port })
})
afterEach(async () => {
  await engine.end('SIGKILL')
  await sandbox.stop()
  await database.drop()
  await rm(home, { recursive: true })
})

/** The engine's command line, with no gateway anywhere. */
async function kill(...args: string[]): Promise<string> {
  const command = [...programOf('engine/cli.ts'), 'kill', ...args]
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: database.url },
  })
  return stdout
}

const running = () => database.db.trade.count({ where: { status: 'RUNNING' } })
const denied = (after: Date) => database.db.denial.count({ where: { reason: 'KILL_SWITCH', createdAt: { gt: after } } })

it('a kill switch pulled on the command line stops every entry, closes what is open, and holds over a restart', async () => {
  await engine.start()
  await expect.poll(running, patient).toBeGreaterThan(5)

  const report = await kill('--all', '--square-off')
  expect(report).toMatch(/No more entries for everybody/)
  expect(report).toMatch(/\d+ of [1-9]\d* open trades closed/)
  const { createdAt } = await database.db.killSwitch.findFirstOrThrow()
  const effective = new Date(createdAt.getTime() + EFFECTIVE_MS)
  await expect.poll(running, patient).toBe(0)
  await expect.poll(() => denied(effective), patient).toBeGreaterThan(20)
  expect(await database.db.order.count({ where: { purpose: 'ENTRY', createdAt: { gt: effective } } })).toBe(0)
  expect(await database.db.trade.count({ where: { exitReason: 'EMERGENCY' } })).toBeGreaterThan(0)

  await engine.end('SIGKILL')
  const restarted = new Date()
  await engine.start()
  await expect.poll(() => denied(restarted), patient).toBeGreaterThan(20)
  expect(await database.db.order.count({ where: { purpose: 'ENTRY', createdAt: { gt: effective } } })).toBe(0)

  expect(await kill('--all', '--lift')).toMatch(/Entries are allowed again/)
  await expect.poll(running, patient).toBeGreaterThan(0)
  expect(await engine.end('SIGTERM')).toBe(0)
  await expectNothingLostOrDoubled(database.db)
}, 120_000)
