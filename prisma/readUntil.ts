import pg from 'pg'
import type { Instant } from '../schema/time.ts'
import type { Pool } from './client.ts'
import type { Prisma } from './generated/client.ts'

/** PostgreSQL's code for a statement that was cancelled. */
const CANCELLED = '57014'

/** A statement was not done when it had to be. */
export class ReadTooLong extends Error {
  constructor(options?: ErrorOptions) {
    super('The statement took too long and was cancelled.', options)
    this.name = 'ReadTooLong'
  }
}

/**
 * All rows of a statement that nobody waits for after `deadline`: PostgreSQL cancels it then, and its connection is free for others. The
 * pool is for such statements alone, because its connections keep the last limit. Rejects with ReadTooLong.
 * Raw SQL: SET statement_timeout.
 */
export async function readUntil<Row extends object>(pool: Pool, { text, values }: Prisma.Sql, deadline: Instant): Promise<Row[]> {
  const client = await pool.connect()
  try {
    const leftMs = Math.floor(deadline - Date.now())
    if (leftMs <= 0) throw new ReadTooLong()
    await client.query(`SET statement_timeout = ${leftMs}`)
    return (await client.query<Row>({ text, values })).rows
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === CANCELLED) throw new ReadTooLong({ cause: error })
    throw error
  } finally {
    client.release()
  }
}
