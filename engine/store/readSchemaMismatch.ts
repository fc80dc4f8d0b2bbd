import { connect } from '../../prisma/connect.ts'
import { appliedMigrations, knownMigrations, schemaMismatch } from '../../prisma/schemaVersion.ts'

/** Why this engine must not work with a database's tables, for its operator; null: it may. Rejects while the database does not answer. */
export async function readSchemaMismatch(databaseUrl: string): Promise<string | null> {
  const client = await connect(databaseUrl, 'sakha schema')
  try {
    return schemaMismatch(knownMigrations(), await appliedMigrations(client))
  } finally {
    await client.end()
  }
}

/** The newest migration that this version brings. */
export function knownSchema(): string {
  return knownMigrations().at(-1) ?? 'none'
}
