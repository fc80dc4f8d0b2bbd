import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams'
import { CommandFailure } from '../../engine/cli/failures.ts'
import { quoted, tablesOf, type TableName } from './dumpDatabase.ts'

/** Of building an index. */
const WORK_MEMORY = '256MB'

/**
 * Fills the tables of a database in the transaction of `client`, as their owner. References and indexes are dropped first and created again
 * at the end, which checks every row at once; triggers are silent, since the rows already hold their effects.
 */
export class TableLoad {
  readonly #client: pg.Client
  #rebuild: readonly string[] = []
  #open: { readonly stream: CopyStreamQuery; readonly table: TableName } | null = null
  #rows = 0

  constructor(client: pg.Client) {
    this.#client = client
  }

  /** How many rows were loaded. */
  get rows(): number {
    return this.#rows
  }

  /** Empties the tables, which may have rows that migrations wrote. */
  async prepare(): Promise<void> {
    const tables = await tablesOf(this.#client)
    const names = tables.map(quoted)
    await this.#client.query(`SET LOCAL maintenance_work_mem = '${WORK_MEMORY}'`)
    const { rows } = await this.#client.query<{ remove: string; rebuild: string }>(REMOVED, [names])
    for (const { remove } of rows) await this.#client.query(remove)
    for (const name of names) await this.#client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
    await this.#client.query(`TRUNCATE ${names.join(', ')}`)
    this.#rebuild = [...names.map((name) => `ALTER TABLE ${name} ENABLE TRIGGER USER`), ...rows.map(({ rebuild }) => rebuild).toReversed()]
  }

  /** Begins a table. Rejects with CommandFailure when this database has none of that name. */
  async begin(table: TableName, columns: readonly string[]): Promise<void> {
    const known = await tablesOf(this.#client)
    if (!known.some(({ schema, name }) => schema === table.schema && name === table.name))
      throw new CommandFailure(`The backup holds a table ${table.schema}.${table.name}, which its own version does not have.`)
    const stream = this.#client.query(copyFrom(`COPY ${quoted(table)} (${columns.map(pg.escapeIdentifier).join(', ')}) FROM STDIN`))
    // The next write throws it.
    stream.on('error', () => undefined)
    this.#open = { stream, table }
  }

  async write(data: Uint8Array): Promise<void> {
    const stream = this.#open?.stream
    if (stream?.errored) throw stream.errored
    if (stream && !stream.write(data)) await once(stream, 'drain')
  }

  /** Ends the table. Rejects when it has other rows than the backup counted, and with the database's words for rows that it refuses. */
  async end(expected: number | null): Promise<void> {
    if (!this.#open) return
    const { stream, table } = this.#open
    this.#open = null
    stream.end()
    await finished(stream)
    if (stream.rowCount !== expected)
      throw new CommandFailure(`${table.name} has ${stream.rowCount} rows, and ${expected} were backed up. Nothing was kept.`)
    this.#rows += stream.rowCount
  }

  async setSequence(name: TableName, value: string, called: boolean): Promise<void> {
    await this.#client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), value, called])
  }

  /** Makes references, indexes and triggers what they were. Rejects when a row points nowhere. */
  async finish(): Promise<void> {
    for (const statement of this.#rebuild) await this.#client.query(statement)
  }
}

/** References first, then the indexes that no constraint stands on; they come back the other way round. */
const REMOVED = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS remove,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS rebuild, 0 AS turn
  FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ($1::regclass[])
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
  FROM pg_index WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  ORDER BY turn`
