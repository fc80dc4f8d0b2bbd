import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LocalPostgres, removeCluster } from '../postgres/LocalPostgres.ts'
import { migrate } from '../postgres/migrate.ts'
import { freePort } from '../processes/freePort.ts'

/** Vitest's global set-up: one PostgreSQL for the run, with a migrated template that each test database is copied from (prisma/testDatabase.ts). */
export default async function startTestDatabase(): Promise<() => Promise<void>> {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'sakha-test-')), 'postgres')
  const server = new LocalPostgres({ folder, port: await freePort(), password: 'only-for-this-test-run', durable: false })
  await server.start()
  await migrate(server.url('sakha_template'))
  process.env['SAKHA_TEST_DATABASE_SERVER'] = server.url('postgres')
  return async () => {
    await server.stop()
    await removeCluster(folder)
  }
}
