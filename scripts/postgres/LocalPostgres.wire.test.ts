import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../processes/freePort.ts'
import { LocalPostgres, removeCluster } from './LocalPostgres.ts'

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
