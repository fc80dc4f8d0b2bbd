import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
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
  const owner = spawn(process.execPath, ['--import', '#typescript', '--input-type=module', '-e', source], {
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

describe('a lock file that a power cut left', () => {
  const lockFile = () => path.join(home, 'cluster', 'postmaster.pid')
  const cluster = async (name: string) =>
    new LocalPostgres({ folder: path.join(home, name), port: await freePort(), password: 'x', durable: true })
  beforeEach(async () => {
    // So that the cluster is here where root runs this, too.
    chmodSync(home, 0o711)
    const server = await cluster('cluster')
    await server.start()
    await run(server.url('postgres'), 'CREATE TABLE kept AS SELECT 1 AS one')
    await server.stop()
  })
  const startsWith = async (text: string) => {
    writeFileSync(lockFile(), text)
    const server = await cluster('cluster')
    await server.start()
    expect(await run(server.url('postgres'), 'SELECT one FROM kept')).toEqual([{ one: 1 }])
    await server.stop()
  }
  const naming = (pid: number | undefined) => `${pid}\n${path.join(home, 'cluster')}\n1700000000\n5432\n\n127.0.0.1\n  123456  99\nready\n`

  test.each(['', '\n', '12', '4194300\n', 'x'])('does not stop a start: %j', startsWith)

  test('is not believed when its number is another program’s, which runs on', async () => {
    const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
    await once(other, 'spawn')
    try {
      await startsWith(naming(other.pid))
      expect([other.exitCode, other.signalCode]).toEqual([null, null])
    } finally {
      other.kill('SIGKILL')
    }
  })

  test('is not believed when its number is another PostgreSQL’s, which runs on and has lost nothing', async () => {
    const other = await cluster('other')
    await other.start()
    try {
      const [row] = (await run(other.url('postgres'), "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid")) as {
        pid: number
      }[]
      const client = new pg.Client({ connectionString: other.url('postgres') })
      await client.connect()
      await startsWith(naming(row?.pid))
      // The very connection from before.
      expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
      await client.end()
    } finally {
      await other.stop()
      await removeCluster(path.join(home, 'other'))
    }
  })
})

test('a cluster whose password is lost gets another, and keeps its rows', async () => {
  const options = { folder: path.join(home, 'cluster'), port: await freePort(), durable: true }
  const before = new LocalPostgres({ ...options, password: 'lost', passwordIsNew: true })
  await before.start()
  await run(before.url('postgres'), 'CREATE TABLE kept AS SELECT 1 AS one')
  await before.stop()
  await expect(new LocalPostgres({ ...options, password: "ano'ther" }).start()).rejects.toThrow(/refused the password.*remove it/)
  const after = new LocalPostgres({ ...options, password: "ano'ther", passwordIsNew: true })
  await after.start()
  try {
    expect(await run(after.url('postgres'), 'SELECT one FROM kept')).toEqual([{ one: 1 }])
    await expect(run(before.url('postgres'), 'SELECT')).rejects.toThrow('password authentication failed')
  } finally {
    await after.stop()
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
