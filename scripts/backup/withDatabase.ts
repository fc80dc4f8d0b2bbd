import path from 'node:path'
import { DataFolder } from '../launch/DataFolder.ts'
import { readSettings } from '../launch/settings.ts'
import { startPackagedDatabase } from '../launch/startPackagedDatabase.ts'
import type { LocalPostgres } from '../postgres/LocalPostgres.ts'
import { makeRoles } from '../postgres/makeRoles.ts'
import type { DatabaseUrls } from '../postgres/roles.ts'

/**
 * Works on the database of a stopped installation: the one at DATABASE_URL, or the packaged one of the data folder, which is started
 * for it. Throws when the product runs with that folder.
 */
export async function withDatabase<T>(env: NodeJS.ProcessEnv, work: (urls: DatabaseUrls, home: string) => Promise<T>): Promise<T> {
  const { databaseUrl, migrationUrl, databasePort, home } = readSettings(env)
  if (databaseUrl !== null) return work({ owner: migrationUrl ?? databaseUrl, runtime: databaseUrl }, home)
  const data = new DataFolder(path.resolve(home))
  data.claim()
  let postgres: LocalPostgres | null = null
  try {
    postgres = await startPackagedDatabase(data, databasePort)
    return await work(await makeRoles(postgres, 'sakha'), home)
  } finally {
    await postgres?.stop()
    data.release()
  }
}
