import pg from 'pg'

/** How long the database may take to answer. */
const ANSWER_MS = 4_000

/**
 * A connection of its own, under a name that pg_stat_activity shows, `options` being of its session, as PostgreSQL's command line has them.
 * Rejects when it cannot be made. Its loss is the rejection of the next query, and an `end`.
 */
export async function connect(databaseUrl: string, name: string, options?: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ connectionString: databaseUrl, keepAlive: true, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS },
    ...{ application_name: name, ...(options === undefined ? {} : { options }) },
  })
  // Unheard, it would end the process; `end` follows it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
