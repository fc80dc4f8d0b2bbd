import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { istInstant } from '../../schema/time.ts'
import { startSandbox, type RunningSandbox } from '../sandbox/startSandbox.ts'
import { EngineProcess } from '../testing/EngineProcess.ts'
import { programOf } from '../testing/programOf.ts'
import { subscribeManyUsers } from './testing/load.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

/** A market minute is a second: what waits for the database is worked off within seconds once that is back. */
const SPEED = 60
const SOON = { timeout: 60_000, interval: 50 }

let home: string
let server: TestServer
let sandbox: RunningSandbox
let engine: EngineProcess

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-faults-'))
  server = await startTestServer()
  await subscribeManyUsers(server.db)
  sandbox = await startSandbox({ port: 0, home, speed: SPEED, seed: 7, start: istInstant('2026-07-01', 9 * 60 + 30), replay: new Map() })
  engine = new EngineProcess({ databaseUrl: server.url, home, sandboxPort: sandbox.port })
  await engine.start()
})
afterAll(async () => {
  await engine.end('SIGKILL')
  await sandbox.stop()
  await server.drop()
  await rm(home, { recursive: true })
})
afterEach((context) => {
  if (context.task.result?.state === 'fail') process.stderr.write(`the engine said:\n${engine.log.slice(-40).join('\n')}\n`)
})

it('a stop by the command line reaches an engine whose database is down, and is a kill switch once it is back', async () => {
  const running = () => server.db.trade.count({ where: { status: 'RUNNING' } })
  await expect.poll(running, SOON).toBeGreaterThan(0)
  server.kill()
  const { stdout } = await promisify(execFile)(process.execPath, [...programOf('engine/cli.ts'), 'kill', '--all', '--square-off'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL: server.url, SAKHA_HOME: home },
  })
  expect(stdout).toContain('The database does not answer.')
  await expect.poll(() => engine.log.some((line) => line.includes('stopped by the data folder')), SOON).toBe(true)
  await server.start()
  const stop = { scope: 'GLOBAL' as const, squareOff: true, liftedAt: null }
  await expect.poll(() => server.db.killSwitch.count({ where: stop }), SOON).toBe(1)
  await expect.poll(running, SOON).toBe(0)
}, 300_000)
