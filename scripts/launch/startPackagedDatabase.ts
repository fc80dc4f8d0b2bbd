import { randomBytes } from 'node:crypto'
import { LocalPostgres } from '../postgres/LocalPostgres.ts'
import type { DataFolder } from './DataFolder.ts'

/**
 * Starts the packaged PostgreSQL of a data folder. Where its password is not there or cannot be read, it gets another: first in the
 * cluster, then in the file, so that an end between the two is mended by the next start.
 */
export async function startPackagedDatabase(data: DataFolder, port: number): Promise<LocalPostgres> {
  const known = data.databasePassword()
  const password = known ?? randomBytes(24).toString('base64url')
  const postgres = new LocalPostgres({ folder: data.cluster, port, password, passwordIsNew: known === null, durable: true })
  await postgres.start()
  if (known === null) data.keepDatabasePassword(password)
  return postgres
}
