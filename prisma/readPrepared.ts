import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Pool } from './client.ts'
import type { Prisma } from './generated/client.ts'

/** By text. */
const names = new Map<string, string>()

/**
 * The rows of a very frequent read: PostgreSQL prepares it once per connection, and Prisma, which costs four times as much, is bypassed.
 * Every text stays prepared: there must be few of them.
 */
export async function readPrepared<Row extends pg.QueryResultRow>(pool: Pool, { text, values }: Prisma.Sql): Promise<Row[]> {
  return (await pool.query<Row>({ name: nameOf(text), text, values })).rows
}

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  // PostgreSQL cuts names off after 63 characters.
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}
