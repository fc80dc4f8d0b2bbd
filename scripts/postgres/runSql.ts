import pg from 'pg'

/** Runs statements one after the other on a connection of their own; returns the rows of the last. */
export async function runSql<Row extends pg.QueryResultRow>(url: string, ...statements: readonly string[]): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url })
  // A cut connection reports it here, and to pending queries.
  client.on('error', () => undefined)
  await client.connect()
  try {
    let rows: readonly Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
