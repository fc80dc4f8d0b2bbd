import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase, openPool, type Database, type Pool } from './client.ts'

export interface TestDatabase {
  readonly url: string
  readonly db: Database
  /** Closes the pool and removes the database. */
  drop(): Promise<void>
}

/** A fresh, migrated database, empty but for the shipped market tables, on the test run's server. For tests only. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env['SAKHA_TEST_DATABASE_SERVER']
  if (!server) throw new Error('No test server: run this test in the "integration" or "browser" project')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOn(server, `CREATE DATABASE ${name} TEMPLATE sakha_template`)
  const url = server.replace(/\/postgres$/, `/${name}`)
  const db = openDatabase(url, 5)
  return {
    url,
    db,
    async drop() {
      await db.$disconnect()
      await runOn(server, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** A pool that counts what it is asked, directly or by a database on it; statements of transactions are not counted. For tests only. */
export function countingPool(url: string): { readonly pool: Pool; statements: number } {
  const counting = { pool: openPool(url), statements: 0 }
  const { query } = counting.pool
  Object.assign(counting.pool, {
    query: (...given: unknown[]): unknown => {
      counting.statements++
      return Reflect.apply(query, counting.pool, given)
    },
  })
  return counting
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
