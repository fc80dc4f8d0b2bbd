import { randomUUID } from 'node:crypto'
import { OWNER, RUNTIME, roleUrl } from '../../scripts/postgres/roles.ts'
import { runSql } from '../../scripts/postgres/runSql.ts'
import { openDatabase, openPool, type Database, type Pool } from '../client.ts'

export interface TestDatabase {
  /** Of the role that the product works with, as which it may do what the product may. */
  readonly url: string
  readonly db: Database
  readonly ownerUrl: string
  /** For filling tables with many rows at once. */
  readonly superuserUrl: string
  /** For what a test does behind the product's back: as the role that owns the tables. */
  readonly owner: Database
  /** Closes the pools and removes the database. */
  drop(): Promise<void>
}

/** A fresh, migrated database, empty but for the shipped market tables, on the test run's server. For tests only. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createFrom('sakha_template')
}

/** A fresh database without a table, on the test run's server, for a test that migrates it. For tests only. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom('template0')
}

async function createFrom(template: string): Promise<TestDatabase> {
  const server = process.env['SAKHA_TEST_DATABASE_SERVER']
  if (!server) throw new Error('No test server: run this test in the "integration" or "browser" project')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // What lies in the template is copied with its owner and its rights; who may use the database at all is not. As files: page by page
  // through the log takes three times the processor time.
  await runSql(
    server,
    `CREATE DATABASE ${name} OWNER ${OWNER} TEMPLATE ${template} STRATEGY FILE_COPY`,
    `REVOKE ALL ON DATABASE ${name} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${name} TO ${RUNTIME}`,
  )
  const superuserUrl = server.replace(/\/postgres$/, `/${name}`)
  const url = roleUrl(superuserUrl, RUNTIME)
  const db = openDatabase(url, 'test', 5)
  const ownerUrl = roleUrl(superuserUrl, OWNER)
  const owner = openDatabase(ownerUrl, 'test', 1)
  return {
    url,
    db,
    ownerUrl,
    superuserUrl,
    owner,
    async drop() {
      await Promise.all([db.$disconnect(), owner.$disconnect()])
      await runSql(server, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** A pool that counts what it is asked, directly or by a database on it; statements of transactions are not counted. For tests only. */
export function countingPool(url: string): { readonly pool: Pool; statements: number } {
  const counting = { pool: openPool(url, 'test'), statements: 0 }
  const { query } = counting.pool
  Object.assign(counting.pool, {
    query: (...given: unknown[]): unknown => {
      counting.statements++
      return Reflect.apply(query, counting.pool, given)
    },
  })
  return counting
}
