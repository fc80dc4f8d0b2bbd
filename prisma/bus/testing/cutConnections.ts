import type { Database } from '../../client.ts'

/** Ends the connections that were made under a name (see connect), as a network does. For tests only. */
export async function cutConnections(db: Database, name: string): Promise<void> {
  await db.$executeRaw`
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND application_name = ${name}`
}
