import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../processes/freePort.ts'
import { LocalPostgres, relocated, removeCluster } from './LocalPostgres.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'sakha-postgres-'))
})
afterEach(async () => {
  await removeCluster(path.join(home, 'cluster'))
  rmSync(home, { recursive: true })
})

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as unknown[]
  } finally {
    await client.end()
  }
}

test('a server whose owner was killed is ended by the next start, and its rows are there', async () => {
  const options = { folder: path.join(home, 'cluster'), port: await freePort(), password: 'for this test', durable: true }
  const source = `
    import { LocalPostgres } from './scripts/postgres/LocalPostgres.ts'
    const server = new LocalPostgres(${JSON.stringify(options)})
    await server.start()
    console.log('up')
    setInterval(() => {}, 1000)`
  const owner = spawn(process.execPath, ['--import', '@oxc-node/core/register', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(owner.stdout, 'data')
  const server = new LocalPostgres(options)
  await run(server.url('postgres'), 'CREATE TABLE kept AS SELECT 42 AS answer')
  owner.kill('SIGKILL')
  await once(owner, 'exit')

  await server.start()
  try {
    expect(await run(server.url('postgres'), 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  } finally {
    await server.stop()
  }
})

test('a server that dies says so, and starts again with everything committed', async () => {
  const server = new LocalPostgres({ folder: path.join(home, 'cluster'), port: await freePort(), password: 'x', durable: true })
  await server.start()
  try {
    const died = new Promise<string>((resolve) => (server.onUnexpectedExit = resolve))
    await run(server.url('postgres'), 'CREATE TABLE kept AS SELECT 1 AS one')
    const [row] = (await run(server.url('postgres'), "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid")) as {
      pid: number
    }[]
    process.kill(row!.pid, 'SIGKILL')
    await died
    await server.start()
    expect(await run(server.url('postgres'), 'SELECT one FROM kept')).toEqual([{ one: 1 }])
  } finally {
    await server.stop()
  }
})

// Only where root lends the server another user is a place chosen that everyone may write to.
describe.runIf(process.getuid?.() === 0)('a place under /var/tmp that somebody else prepared', () => {
  const NOBODY = 65_534
  let target: string
  let place: string
  beforeEach(() => {
    // The server's user cannot enter it.
    chmodSync(home, 0o700)
    place = relocated(path.join(home, 'cluster'))
    target = path.join(home, 'target')
    mkdirSync(target)
  })
  afterEach(() => rmSync(place, { recursive: true, force: true }))

  const start = async () =>
    new LocalPostgres({ folder: path.join(home, 'cluster'), port: await freePort(), password: 'x', durable: false }).start()

  test.each([
    ['a link of our own', () => symlinkSync(target, place)],
    [
      'a link of another user',
      () => {
        symlinkSync(target, place)
        lchownSync(place, NOBODY, NOBODY)
      },
    ],
    ['a link to nowhere', () => symlinkSync(path.join(home, 'nowhere'), place)],
    [
      'a folder of another user',
      () => {
        mkdirSync(place)
        chownSync(place, NOBODY, NOBODY)
      },
    ],
  ])('is refused, and nothing is written or removed there: %s', async (_what, plant) => {
    plant()
    await expect(start()).rejects.toThrow(`${place} is a link or belongs to another user`)
    await removeCluster(path.join(home, 'cluster'))
    expect([readdirSync(target), existsSync(path.join(home, 'nowhere'))]).toEqual([[], false])
  })
})
