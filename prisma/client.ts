import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.ts'

export type Database = PrismaClient
/** The client, or the transaction it handed out. */
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/** Opens a pool on a PostgreSQL URL. `max` is the pool's size; a statement that runs longer than 15 s is cancelled. */
export function openDatabase(url: string, max = 10): Database {
  return new PrismaClient({
    adapter: new PrismaPg({ connectionString: url, max, connectionTimeoutMillis: 5_000, statement_timeout: 15_000 }),
  })
}
