import type pg from 'pg'

/** The number of the last event that was told; 0 when none ever was. */
export async function newestNumber(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string | null }>('SELECT max(number) AS number FROM "BusMessage"')
  return Number(rows[0]?.number ?? 0)
}
