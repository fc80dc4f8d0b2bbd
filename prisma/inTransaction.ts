import { createHash } from 'node:crypto'
import type pg from 'pg'
import { nudgeRelays } from './nudges.ts'
import type { Pool } from './client.ts'
import { Prisma } from './generated/client.ts'

/** What statements are given to. Prisma's client and its transactions are one, and what inTransaction hands out. */
export interface Statements {
  $queryRaw<T = unknown>(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<T>
  /** Resolves with the number of rows written. */
  $executeRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<number>
}

/**
 * Runs `job` in one transaction on a connection of the pool. Raw SQL: past Prisma, which takes thousands of rows apart value by value; for
 * transactions that are large or must not wait. A whole number of eight bytes comes as text: ask for ::float8. Rejects, with nothing
 * written, when the job does or the database does not commit.
 */
export async function inTransaction<T>(pool: Pool, job: (tx: Statements) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const tx = statementsOn(client)
    const result = await job(tx)
    await client.query('COMMIT')
    client.release()
    nudgeRelays(tx)
    return result
  } catch (error) {
    // One that cannot be rolled back is not used again: the server forgets the transaction with the connection.
    const isRolledBack = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    )
    client.release(!isRolledBack)
    throw error
  }
}

/**
 * Statements, each a transaction of its own unless its connection is in one. `prepared`: PostgreSQL plans a text once on each connection
 * and keeps it: for few texts that come often and must not wait.
 */
export function statementsOn(connection: Pool | pg.PoolClient, prepared = false): Statements {
  const send = (query: TemplateStringsArray | Prisma.Sql, values: readonly unknown[]) => {
    const { text, values: sent } = 'raw' in query ? Prisma.sql(query, ...values) : query
    return connection.query(prepared ? { name: nameOf(text), text, values: sent } : { text, values: sent })
  }
  return {
    async $queryRaw<T>(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) {
      const { rows } = await send(query, values)
      // What a statement's rows are, its writer says, as with Prisma.
      return rows as T
    },
    async $executeRaw(query, ...values) {
      return (await send(query, values)).rowCount ?? 0
    },
  }
}

const names = new Map<string, string>()

/** A name that a text is prepared under: PostgreSQL cuts names off after 63 characters. */
export function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}
