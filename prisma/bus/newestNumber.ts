import type pg from 'pg'

/** The number of the last event that was published; 0 when there was none. Raw SQL: on the connection that listens. */
export async function newestNumber(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string | null }>('SELECT max(number) AS number FROM "BusMessage"')
  return Number(rows[0]?.number ?? 0)
}
