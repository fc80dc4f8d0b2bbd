import pg from 'pg'
import { v7 as uuid } from 'uuid'

/**
 * Writes down that a backup was made as of an instant, or with `bytes` null that it failed, for those who watch over backups. Does nothing in
 * tables of a version from before there was a list.
 */
export async function recordBackup(ownerUrl: string, { at, bytes }: { readonly at: Date; readonly bytes: number | null }): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'sakha backup' })
  // A cut connection reports it here, and to the pending query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ list: string | null }>(`SELECT to_regclass('public."Backup"')::text AS list`)
    if (rows[0]?.list) await client.query('INSERT INTO "Backup" (id, at, bytes) VALUES ($1, $2, $3)', [uuid(), at, bytes])
  } finally {
    await client.end()
  }
}
