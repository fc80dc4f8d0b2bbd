import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { programOf } from '../engine/testing/programOf.ts'
import { createTestDatabase, type TestDatabase } from '../prisma/testing/createTestDatabase.ts'
import { knownMigrations } from '../prisma/schemaVersion.ts'
import { EXIT } from '../schema/exitCodes.ts'
import { runSql } from './postgres/runSql.ts'

let home: string
let database: TestDatabase
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-schema-'))
  database = await createTestDatabase()
})
afterEach(async () => {
  await database.drop()
  await rm(home, { recursive: true })
})

/** Runs a program until it ends by itself; what it said, and its exit code. */
async function run(program: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const own = { DATABASE_URL: database.url, SAKHA_HOME: home, PORT: '0', ENGINE_PORT: '0', BROKER: 'sandbox' }
  const child = spawn(process.execPath, programOf(program), { env: { ...process.env, ...own }, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said }
}

describe.each(['engine/main.ts', 'gateway/main.ts'])('%s', (program) => {
  it('does not start on tables that a newer version has migrated, and says what a downgrade cannot do', async () => {
    await runSql(
      database.ownerUrl,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '29990101000001_later', now())`,
    )
    const { code, said } = await run(program)
    expect(said).toContain('The database has 1 migration that this version does not know (it is at 29990101000001_later;')
    expect(said).toContain(
      'Migrations only go forward: start the version that the database was migrated by, or restore a backup from before.',
    )
    expect(code).toBe(EXIT.schemaMismatch)
  }, 180_000)

  it('does not start on tables that are behind, and says what to run', async () => {
    await runSql(database.ownerUrl, `DELETE FROM _prisma_migrations WHERE migration_name = '${knownMigrations().at(-1)}'`)
    const { code, said } = await run(program)
    expect(said).toContain(`The database is behind this version by 1 migration`)
    expect(said).toMatch(/Run .{1,2}npm run migrate.{1,2} first\./)
    expect(code).toBe(EXIT.schemaMismatch)
  }, 180_000)
})
