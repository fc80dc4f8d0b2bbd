import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openDatabase, type Database } from '../../../prisma/client.ts'
import { seedMarketTables } from '../../../prisma/marketTables.ts'
import { LocalPostgres, removeCluster } from '../../../scripts/postgres/LocalPostgres.ts'
import { makeRoles } from '../../../scripts/postgres/makeRoles.ts'
import { migrate } from '../../../scripts/postgres/migrate.ts'
import { runSql } from '../../../scripts/postgres/runSql.ts'
import { freePort } from '../../../scripts/processes/freePort.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'

export interface TestServer {
  readonly url: string
  readonly db: Database
  /** Kills the server as a power cut would. */
  kill(): void
  /** Starts it again after a kill. */
  start(): Promise<void>
  /** Freezes the server and everybody it serves, or lets them go on. */
  freeze(frozen: boolean): void
  /** Cuts every connection to the database except `db`'s own. */
  cutConnections(): Promise<void>
  /** Takes every connection the server has, other people's included; the answer gives them back. */
  takeAllConnections(): Promise<() => Promise<void>>
  /** Ends and removes it. */
  drop(): Promise<void>
}

/** A PostgreSQL server of a test's own, as durable as in production, with a migrated database. For tests only. */
export async function startTestServer(): Promise<TestServer> {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'sakha-server-')), 'postgres')
  const server = new LocalPostgres({ folder, port: await freePort(), password: 'only-for-this-test-run', durable: true })
  await server.start()
  const urls = await makeRoles(server, 'sakha')
  await migrate(urls)
  const db = openDatabase(urls.runtime, 'test', 2)
  await seedMarketTables(db, SHIPPED_MARKET_TABLES)
  const [cluster] = await runSql<{ folder: string }>(
    server.url('postgres'),
    "SELECT setting AS folder FROM pg_settings WHERE name = 'data_directory'",
  )
  if (!cluster) throw new Error('the server does not say where its data is')
  const processId = () => Number(readFileSync(path.join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  let frozen: readonly number[] = []

  return {
    url: urls.runtime,
    db,
    kill: () => process.kill(processId(), 'SIGKILL'),
    start: () => server.start(),
    freeze(on) {
      if (on) frozen = familyOf(processId())
      for (const pid of frozen) process.kill(pid, on ? 'SIGSTOP' : 'SIGCONT')
    },
    async cutConnections() {
      await db.$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'sakha' AND pid <> pg_backend_pid()`
    },
    async takeAllConnections() {
      const control = await connect(server.url('postgres'))
      if (!control) throw new Error('the server is full already')
      const taken = [control]
      const { rows } = await control.query<{ places: number }>(PLACES)
      // A connection that was cut gives its place back a moment later: only when all are taken does nobody get one.
      while (taken.length < (rows[0]?.places ?? 0)) {
        const next = await connect(server.url('postgres'))
        if (next) taken.push(next)
        else await control.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'sakha'")
      }
      return async () => void (await Promise.all(taken.map((client) => client.end())))
    },
    async drop() {
      await db.$disconnect()
      await server.stop()
      await removeCluster(folder)
      await rm(path.dirname(folder), { recursive: true, force: true })
    },
  }
}

/** How many connections a user like the current one can have. */
const PLACES = `
  SELECT current_setting('max_connections')::int
    - CASE WHEN rolsuper THEN 0 ELSE current_setting('superuser_reserved_connections')::int END AS places
  FROM pg_roles WHERE rolname = current_user`

/** Null when the server refuses. */
async function connect(url: string): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: url })
  // A connection lost later reports it here, and to pending queries.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch {
    return null
  }
}

/** A process and its children. */
function familyOf(parent: number): number[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim()
  return [parent, ...(children ? children.split(' ').map(Number) : [])]
}
