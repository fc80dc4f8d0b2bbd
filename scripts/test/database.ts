import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../../prisma/client.ts'
import { seedMarketTables } from '../../prisma/marketTables.ts'
import { SHIPPED_MARKET_TABLES } from '../../schema/market/shippedTables.ts'
import { LocalPostgres, removeCluster } from '../postgres/LocalPostgres.ts'
import { makeRoles } from '../postgres/makeRoles.ts'
import { migrate } from '../postgres/migrate.ts'
import { freePort } from '../processes/freePort.ts'

/** Of three tests at a time; a product that one of them starts has up to forty. */
const CONNECTIONS = 300

/** Vitest's global set-up: one PostgreSQL for the run, with a migrated template, the shipped market tables in it, that each test database is copied from (prisma/testing/createTestDatabase.ts). */
export default async function startTestDatabase(): Promise<() => Promise<void>> {
  const home = mkdtempSync(path.join(tmpdir(), 'sakha-test-'))
  // Where root runs the tests, the server's user goes through it; otherwise the server would be copied to where it may go.
  chmodSync(home, 0o711)
  const folder = path.join(home, 'postgres')
  const server = new LocalPostgres({
    folder,
    port: await freePort(),
    password: 'only-for-this-test-run',
    durable: false,
    connections: CONNECTIONS,
  })
  await server.start()
  const urls = await makeRoles(server, 'sakha_template')
  await migrate(urls)
  const template = openDatabase(urls.runtime, 'test', 1)
  await seedMarketTables(template, SHIPPED_MARKET_TABLES)
  await template.$disconnect()
  process.env['SAKHA_TEST_DATABASE_SERVER'] = server.url('postgres')
  return async () => {
    await server.stop()
    await removeCluster(folder)
    rmSync(home, { recursive: true, force: true })
  }
}
