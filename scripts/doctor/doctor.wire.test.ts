import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../../engine/sandbox/startSandbox.ts'
import { EngineProcess } from '../../engine/testing/EngineProcess.ts'
import { startTestGateway, type TestGateway } from '../../gateway/testing/startTestGateway.ts'
import { CONNECTIONS } from '../../prisma/connectionNeeds.ts'
import { createTestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { istInstant } from '../../schema/time.ts'
import { VERSION } from '../../schema/version.ts'
import { recordBackup } from '../backup/recordBackup.ts'
import { freePort } from '../processes/freePort.ts'
import { runSql } from '../postgres/runSql.ts'
import { examineDatabase } from './examineDatabase.ts'
import { examineInstallation, printFindings } from './examineInstallation.ts'

let app: TestGateway
let sandbox: RunningSandbox
let engine: EngineProcess
let whole: Readonly<Record<string, string>>
beforeAll(async () => {
  app = await startTestGateway()
  sandbox = await startSandbox({ port: 0, home: app.home, speed: 60, seed: 7, start: istInstant('2026-07-01', 10 * 60), replay: new Map() })
  engine = new EngineProcess({ databaseUrl: app.databaseUrl, home: app.home, sandboxPort: sandbox.port })
  const engineUrl = new URL(await engine.start())
  whole = {
    ...{ DATABASE_URL: app.databaseUrl, SAKHA_HOME: app.home, PUBLIC_URL: 'https://sakha.example', TRUSTED_PROXIES: '1' },
    ...{ PORT: String(app.gateway.port), ENGINE_PORT: engineUrl.port, SANDBOX_PORT: String(sandbox.port) },
  }
}, 240_000)
afterAll(async () => {
  await engine.end('SIGTERM')
  await sandbox.stop()
  await app.close()
})

const examined = async (env: NodeJS.ProcessEnv) =>
  new Map((await examineInstallation(env)).map(({ subject, state, text }) => [subject, { state, text }]))
const failed = async (env: NodeJS.ProcessEnv) =>
  [...(await examined(env))].flatMap(([subject, { state }]) => (state === 'fail' ? [subject] : []))

describe('doctor', () => {
  it('finds nothing wrong with an installation that is whole, and names the versions of all its parts', async () => {
    // Both have reported and the feed ticks.
    await expect.poll(() => failed(whole)).toEqual([])
    const of = await examined(whole)
    expect(of.get('version')?.text).toBe(`Sakha ${VERSION} on Node.js ${process.version}`)
    expect(of.get('schema')?.text).toMatch(/^\d{14}_\w+, as version /)
    for (const nodes of ['engine nodes', 'gateway nodes'])
      expect(of.get(nodes)).toEqual({ state: 'ok', text: `1 at work: ${VERSION} on Node.js ${process.version}` })
    expect(of.get('database')?.text).toMatch(/^PostgreSQL 18\.\d+ at 127\.0\.0\.1:\d+, database test_\w+, as sakha_runtime$/)
    expect(of.get('public address')).toEqual({ state: 'ok', text: 'https://sakha.example, behind 1 proxy' })
    expect(of.get('settings')?.text).toContain(
      'set: DATABASE_URL, ENGINE_PORT, PORT, PUBLIC_URL, SAKHA_HOME, SANDBOX_PORT, TRUSTED_PROXIES;',
    )
    const password = decodeURIComponent(new URL(app.databaseUrl).password)
    expect(printFindings(await examineInstallation(whole))).not.toContain(password)
  })

  it('reckons with no fewer connections than engine and gateway open, each of which has a name that the operators’ guide knows', async () => {
    await expect
      .poll(async () => (await examined(whole)).get('connections'))
      .toEqual({
        state: 'ok',
        text: expect.stringMatching(/^1 engine, 1 gateway and commands need up to \d+; max_connections is \d+/) as string,
      })
    const rows = await app.db.$queryRaw<{ name: string; connections: number }[]>`
      SELECT application_name AS name, count(*)::int AS connections FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_user AND application_name <> 'test' GROUP BY 1`
    const guide = readFileSync('docs/operations.md', 'utf8')
    expect(
      rows.map(({ name }) => name).filter((name) => !guide.includes(`\`${name.replace(/^listener of .*/, 'listener of …')}\``)),
    ).toEqual([])
    const open = rows.reduce((sum, { connections }) => sum + connections, 0)
    expect(open).toBeGreaterThan(10)
    expect(open).toBeLessThanOrEqual(CONNECTIONS.ENGINE + CONNECTIONS.GATEWAY)
  })

  it('tells when the last backup was made, and that there is none', async () => {
    expect((await examined(whole)).get('backups')).toMatchObject({
      state: 'warn',
      text: expect.stringMatching(/^none was ever made/) as string,
    })
    await recordBackup(app.ownerUrl, { at: new Date(), bytes: 3_145_728 })
    expect((await examined(whole)).get('backups')).toEqual({ state: 'ok', text: 'the last is 0 h old, 3.0 MB' })
    await recordBackup(app.ownerUrl, { at: new Date(), bytes: null })
    expect((await examined(whole)).get('backups')?.state).toBe('fail')
    await app.owner.backup.deleteMany()
    expect((await examined(whole)).get('calendar')?.state).toBe('ok')
  })

  it.each<readonly [part: string, change: () => Promise<Record<string, string>>, failing: readonly string[], says: string]>([
    [
      'the address of the database',
      async () => ({ DATABASE_URL: '', SAKHA_HOME: tmpdir() }),
      ['settings', 'database'],
      'DATABASE_URL: is not set',
    ],
    [
      'the database',
      async () => ({ DATABASE_URL: `postgresql://a:geheim@127.0.0.1:${await freePort()}/none` }),
      ['database'],
      'does not answer: connect ECONNREFUSED',
    ],
    [
      'the data folder',
      async () => ({ SAKHA_HOME: path.join(tmpdir(), 'no-such-folder') }),
      ['data folder', 'disk'],
      'cannot be used (ENOENT)',
    ],
    ['the broker', async () => ({ SANDBOX_PORT: String(await freePort()) }), ['broker'], 'is not reached: ECONNREFUSED (the sandbox)'],
    [
      'the mail server',
      async () => ({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }),
      ['mail server'],
      'is not reached: ECONNREFUSED',
    ],
    ['a setting that BROKER=smartapi needs', async () => ({ BROKER: 'smartapi' }), ['settings'], 'SMARTAPI_API_KEY: is not set'],
    ['a setting that can be used', async () => ({ TRUSTED_PROXIES: 'many' }), ['settings'], 'TRUSTED_PROXIES: must be a whole number'],
  ])('says what to do when what is missing is %s', async (_part, change, failing, says) => {
    const findings = await examined({ ...whole, ...(await change()) })
    const found = [...findings].filter(([, { state }]) => state === 'fail')
    // Whether a real broker is reached from here says nothing about the installation.
    expect(found.map(([subject]) => subject).filter((subject) => subject !== 'broker' || failing.includes('broker'))).toEqual(failing)
    expect(found.map(([, { text }]) => text).join('\n')).toContain(says)
    expect([...findings.values()].map(({ text }) => text).join('\n')).not.toContain('geheim')
  })

  it.each([
    ['engine', 'ENGINE_PORT'],
    ['gateway', 'PORT'],
  ])('an %s that does not answer from here may run elsewhere: a person must look', async (subject, setting) => {
    const port = await freePort()
    expect((await examined({ ...whole, [setting]: String(port) })).get(subject)).toEqual({
      state: 'warn',
      text: `nothing answers on 127.0.0.1:${port}: start it with "npm run ${subject} -- run", unless it runs on another machine`,
    })
  })

  it.each<readonly [part: string, change: Record<string, string>, subject: string, says: string]>([
    ['no public address', { PUBLIC_URL: '' }, 'public address', 'PUBLIC_URL is not set: links in mails lead to 127.0.0.1'],
    ['one without TLS', { PUBLIC_URL: 'http://sakha.example' }, 'public address', 'is not https: passwords pass the network in the clear'],
    [
      'a proxy that nobody trusts',
      { TRUSTED_PROXIES: '0' },
      'public address',
      'TRUSTED_PROXIES is 0: every visitor counts as the proxy’s address',
    ],
    ['no mail server', { SMTP_URL: '' }, 'mails', 'SMTP_URL is not set: mails become files in the data folder'],
    ['a misspelt setting', { SMTP_ULR: 'x' }, 'settings', 'SMTP_ULR is no setting: SMTP_URL was probably meant'],
    ['no archive', {}, 'archive', 'archive_mode is off: what was written since the last backup is lost with the disk'],
  ])('%s is worth a look', async (_part, change, subject, says) => {
    expect((await examined({ ...whole, ...change })).get(subject)).toEqual({ state: 'warn', text: expect.stringContaining(says) as string })
  })

  it('an address of a mail server that is none is a failure', async () => {
    expect((await examined({ ...whole, SMTP_URL: 'mail' })).get('mails')).toEqual({ state: 'fail', text: 'SMTP_URL is not an address' })
  })

  it('keys that are not there yet are worth a look: where the gateway has run before, they were lost', async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'sakha-doctor-'))
    try {
      const found = (await examined({ ...whole, SAKHA_HOME: home })).get('keys')
      expect(found).toEqual({ state: 'warn', text: expect.stringContaining('the gateway makes them at its first start') as string })
    } finally {
      await rm(home, { recursive: true })
    }
  })

  it('the role that owns the tables does for a try, and is worth a look', async () => {
    const of = await examined({ ...whole, DATABASE_URL: app.ownerUrl })
    expect(of.get('database')).toEqual({ state: 'warn', text: expect.stringContaining('as sakha_owner, who owns the tables') as string })
  })

  it.each([
    ['engine', 'ENGINE_PORT'],
    ['gateway', 'PORT'],
  ])('an %s that answers and is not ready is a failure, with its own words', async (subject, setting) => {
    const ill = createServer((_request, response) => void response.writeHead(503).end('{"ready":false,"database":false}'))
    const { port } = await new Promise<AddressInfo>((resolve) => ill.listen(0, '127.0.0.1', () => resolve(ill.address() as AddressInfo)))
    try {
      const found = (await examined({ ...whole, [setting]: String(port) })).get(subject)
      expect(found).toEqual({ state: 'fail', text: `not ready on 127.0.0.1:${port}: {"ready":false,"database":false}` })
    } finally {
      ill.close()
    }
  })

  it('keys that others can read are a failure', async () => {
    const folder = path.join(app.home, 'gateway-keys')
    const key = path.join(folder, (await readdir(folder))[0]!)
    await chmod(key, 0o644)
    expect((await examined(whole)).get('keys')).toEqual({ state: 'fail', text: `${key} can be read by others: chmod 600` })
    await chmod(key, 0o600)
  })

  it('a schema of another version, silent processes and a clock that is off are failures', async () => {
    const empty = await createTestDatabase()
    const states = async (now?: () => number) =>
      new Map((await examineDatabase(empty.url, now)).map(({ subject, state, text }) => [subject, { state, text }]))
    const of = await states()
    for (const nodes of ['engine nodes', 'gateway nodes'])
      expect(of.get(nodes)).toEqual({ state: 'fail', text: 'none has reported within 30 s: start one' })
    expect((await states(() => Date.now() + 1_200)).get('clock')).toEqual({
      state: 'warn',
      text: expect.stringMatching(/^this machine’s is 1\.\d\d s ahead of the database’s: synchronise both/) as string,
    })
    await empty.db.nodeSample.create({
      data: {
        ...{ nodeId: randomUUID(), kind: 'ENGINE', version: '0.0.9', runtime: 'v20.19.0', at: new Date(), startedAt: new Date() },
        ...{ loopDelayMs: 1, memoryMb: 1, errors: 0 },
      },
    })
    expect((await states()).get('engine nodes')).toEqual({
      state: 'warn',
      text: `1 at work: 0.0.9 on Node.js v20.19.0; this is version ${VERSION}`,
    })
    await empty.db.nodeSample.create({
      data: {
        ...{ nodeId: randomUUID(), kind: 'GATEWAY', version: VERSION, runtime: 'v20.19.0', at: new Date(), startedAt: new Date() },
        ...{ loopDelayMs: 1, memoryMb: 1, errors: 0 },
      },
    })
    expect((await states()).get('engine nodes')).toEqual({
      state: 'fail',
      text: expect.stringMatching(/^1 at work: 0\.0\.9 on Node.js v20\.19\.0: older than a gateway, so that nothing is opened/) as string,
    })
    expect((await states(() => Date.now() - 10_000)).get('clock')).toEqual({
      state: 'fail',
      text: expect.stringMatching(/^this machine’s is (9|10)\.\d\d s behind the database’s: synchronise both/) as string,
    })
    await runSql(
      empty.ownerUrl,
      `DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
    )
    expect((await states()).get('schema')).toEqual({
      state: 'fail',
      text: expect.stringContaining('behind this version by 1 migration') as string,
    })
    await empty.drop()
  })

  it('where nothing has been started yet, everything that is missing is named at once', async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'sakha-doctor-'))
    const ports = { PORT: String(await freePort()), ENGINE_PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
    expect(await failed({ SAKHA_HOME: home, ...ports })).toEqual(['settings', 'database', 'broker'])
    await rm(home, { recursive: true })
  })
})
