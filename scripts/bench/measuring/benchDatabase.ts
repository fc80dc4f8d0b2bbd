import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { v7 as uuid } from 'uuid'
import { openDatabase, type Database } from '../../../prisma/client.ts'
import { createStrategy } from '../../../prisma/createStrategy.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { LocalPostgres, removeCluster } from '../../postgres/LocalPostgres.ts'
import { makeRoles } from '../../postgres/makeRoles.ts'
import { migrate } from '../../postgres/migrate.ts'
import { freePort } from '../../processes/freePort.ts'

/**
 * Gives `measure` a migrated, empty database on a PostgreSQL of its own that keeps every promise about commits, and removes both after it:
 * open for its superuser, who fills it, and the address for the product's role.
 */
export function withBenchDatabase<T>(measure: (db: Database, url: string) => Promise<T>): Promise<T> {
  return withBenchServer(async (server) => {
    const urls = await makeRoles(server, 'sakha_bench')
    await migrate(urls)
    const db = openDatabase(server.url('sakha_bench'), 'bench')
    try {
      return await measure(db, urls.runtime)
    } finally {
      await db.$disconnect()
    }
  })
}

/** The same without a database in it. */
export async function withBenchServer<T>(measure: (server: LocalPostgres) => Promise<T>): Promise<T> {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'sakha-bench-')), 'postgres')
  const server = new LocalPostgres({ folder, port: await freePort(), password: 'only-for-this-bench', durable: true })
  await server.start()
  try {
    return await measure(server)
  } finally {
    await server.stop()
    await removeCluster(folder)
  }
}

/** `count` users with an active subscription each to one strategy on NIFTY, whose rules may be given. Returns the strategy's id. */
export async function subscribeUsers(db: Database, count: number, rules: Prisma.InputJsonObject = {}): Promise<string> {
  const id = await createStrategy(
    db,
    { slug: `bench-${uuid()}`, name: 'Bench', description: 'of a bench', category: 'bench', isActive: true, isPublic: true },
    { rules, windowStart: '09:15', windowEnd: '15:30', instruments: ['NIFTY'], riskPerTradePaise: 10_000_00n },
  )
  const userIds = Array.from({ length: count }, () => uuid())
  await db.$executeRaw`
    INSERT INTO "User" (id, email, name, "passwordHash", "updatedAt")
    SELECT id, format('%s@example.com', id), 'Bench', 'none', now() FROM unnest(${userIds}::uuid[]) AS id`
  await db.$executeRaw`
    INSERT INTO "Subscription" (id, "userId", "strategyId", instruments)
    SELECT id, "user", ${id}::uuid, '{}' FROM unnest(${userIds.map(() => uuid())}::uuid[], ${userIds}::uuid[]) AS new(id, "user")`
  await db.$executeRaw`ANALYZE`
  return id
}
