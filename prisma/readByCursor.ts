import type { Pool } from './client.ts'
import type { Prisma } from './generated/client.ts'

/** Of a statement that sorts very many rows, until its first are there. */
const STATEMENT_MS = 60_000
/** A reader that takes nothing for so long loses the connection. */
const IDLE_MS = 60_000

/**
 * The rows of a statement as requested, `batch` at a time. Raw SQL: a cursor; all of one moment, and only one batch in memory. It holds a
 * pool connection until it is read to the end, left, broken or idle for a minute. Rejects when the connection is cut, and after `mostMs`.
 */
export async function* readByCursor<Row extends object>(
  pool: Pool,
  { text, values }: Prisma.Sql,
  { batch, mostMs }: { readonly batch: number; readonly mostMs: number },
): AsyncGenerator<readonly Row[]> {
  const until = Date.now() + mostMs
  const client = await pool.connect()
  let cut: Error | undefined
  let held = true
  const letGo = (error?: Error) => {
    if (held) client.release(error)
    held = false
  }
  // A caller that takes nothing requests nothing, and would keep a lost connection's place.
  client.once('error', letGo)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(
      `SET LOCAL statement_timeout = ${STATEMENT_MS}; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS}; SET LOCAL timezone = 'UTC'`,
    )
    await client.query({ text: `DECLARE reading NO SCROLL CURSOR FOR ${text}`, values })
    for (;;) {
      const { rows } = await client.query<Row>(`FETCH ${batch} FROM reading`)
      if (rows.length > 0) yield rows
      if (rows.length < batch) return
      if (Date.now() > until) throw new Error(`The rows were not read within ${mostMs} ms.`)
    }
  } catch (error) {
    cut = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // A connection whose transaction does not end is none that others can use.
    if (held) await client.query('ROLLBACK').catch((error: Error) => (cut = error))
    client.off('error', letGo)
    letGo(cut)
  }
}
