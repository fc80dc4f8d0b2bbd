import { CommandFailure } from '../../engine/cli/failures.ts'
import { runSql } from './runSql.ts'
import { serverMistake } from './serverMistake.ts'

/** Rejects with CommandFailure for a server that is too old for the migrations. `url`: of any database on it. */
export async function requireServer(url: string): Promise<void> {
  const rows = await runSql<{ version: string; number: number }>(
    url,
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`,
  )
  for (const { version, number } of rows) {
    const mistake = serverMistake(version, number)
    if (mistake !== null) throw new CommandFailure(mistake)
  }
}
