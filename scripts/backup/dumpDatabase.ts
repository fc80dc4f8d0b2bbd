import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { dataFrame, endFrame, entryFrame } from './frames.ts'

/** Prisma's own list: a restore migrates, which writes it. */
const LISTS = ['_prisma_migrations', 'migrations']

export interface TableName {
  readonly schema: string
  readonly name: string
}

/** The tables that hold the product's rows: its own, and the jobs'. */
export async function tablesOf(client: pg.ClientBase): Promise<readonly TableName[]> {
  const { rows } = await client.query<TableName>(
    `SELECT nspname AS schema, relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname IN ('public', 'graphile_worker') AND relkind = 'r' AND relname <> ALL ($1)
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
     ORDER BY nspname, relname`,
    [LISTS],
  )
  return rows
}

export const quoted = ({ schema, name }: TableName): string => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

/** All rows of a database as the transaction of `client` sees them, and where its sequences are, as frames; a chunk of a table at a time. */
export async function* dumpDatabase(client: pg.Client): AsyncGenerator<Uint8Array> {
  for (const table of await tablesOf(client)) {
    const columns = await columnsOf(client, table)
    yield entryFrame({ kind: 'table', ...table, columns })
    const stream = client.query(copyTo(`COPY ${quoted(table)} (${columns.map(pg.escapeIdentifier).join(', ')}) TO STDOUT`))
    for await (const chunk of stream as AsyncIterable<Buffer>) yield dataFrame(chunk)
    yield endFrame(stream.rowCount)
  }
  const { rows } = await client.query<TableName>(
    `SELECT schemaname AS schema, sequencename AS name FROM pg_sequences WHERE schemaname IN ('public', 'graphile_worker') ORDER BY 1, 2`,
  )
  for (const sequence of rows) {
    const { rows: at } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${quoted(sequence)}`,
    )
    for (const state of at) {
      yield entryFrame({ kind: 'sequence', ...sequence, ...state })
      yield endFrame(null)
    }
  }
}

/** Without those that the database computes. */
async function columnsOf(client: pg.ClientBase, table: TableName): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [quoted(table)],
  )
  return rows.map(({ name }) => name)
}
