import type pg from 'pg'
import type { Pool } from './client.ts'
import type { Prisma } from './generated/client.ts'
import { nameOf } from './inTransaction.ts'

/**
 * The rows of a very frequent read. Raw SQL: prepared once per connection, and past Prisma, which costs four times as much. Every text stays
 * prepared: there must be few of them.
 */
export async function readPrepared<Row extends pg.QueryResultRow>(pool: Pool, { text, values }: Prisma.Sql): Promise<Row[]> {
  return (await pool.query<Row>({ name: nameOf(text), text, values })).rows
}
