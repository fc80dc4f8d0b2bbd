import type pg from 'pg'
import { CommandFailure } from '../../engine/cli/failures.ts'
import { serverMistake } from './serverMistake.ts'

/** Rejects with CommandFailure for a server that is too old for the migrations. */
export async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`,
  )
  for (const { version, number } of rows) {
    const mistake = serverMistake(version, number)
    if (mistake !== null) throw new CommandFailure(mistake)
  }
}
