import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { appliedMigrations, knownMigrations, schemaMismatch } from '../../prisma/schemaVersion.ts'
import { openPool } from '../../prisma/client.ts'
import { SchemaMismatch } from '../../schema/SchemaMismatch.ts'
import { applyMigrations } from './applyMigrations.ts'
import { prisma } from './prisma.ts'
import { runSql } from './runSql.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(() => database.drop())

const known = knownMigrations()

describe('applyMigrations', () => {
  it('brings an empty database to the newest migration, once, and Prisma’s own tool finds it complete', async () => {
    expect(await applyMigrations(database.ownerUrl)).toEqual(known)
    expect(await applyMigrations(database.ownerUrl)).toEqual([])
    expect(await prisma(['migrate', 'status'], database.ownerUrl)).toContain('Database schema is up to date')
  })

  it('stops where it is told to, and goes on from there', async () => {
    const half = known[Math.floor(known.length / 2)] ?? ''
    expect(await applyMigrations(database.ownerUrl, half)).toEqual(known.filter((name) => name <= half))
    expect(await applyMigrations(database.ownerUrl)).toEqual(known.filter((name) => name > half))
  })

  it('two at once take turns: each migration is made once', async () => {
    const made = await Promise.all([applyMigrations(database.ownerUrl), applyMigrations(database.ownerUrl)])
    expect(made.flat().toSorted()).toEqual(known)
  })

  it('keeps nothing of a migration that fails, and says which it was', async () => {
    const first = known[0] ?? ''
    await runSql(database.ownerUrl, 'CREATE TABLE "Trade" (mine int)')
    await expect(applyMigrations(database.ownerUrl)).rejects.toThrow(
      /^The migration \d+_\w+ failed, and nothing of it was kept: .*"Trade" already exists/,
    )
    const rows = await runSql<{ name: string }>(database.ownerUrl, 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1')
    expect(rows.every(({ name }) => name >= first)).toBe(true)
    await runSql(database.ownerUrl, 'DROP TABLE "Trade"')
    await applyMigrations(database.ownerUrl)
  })

  it('refuses to take away what a process needs that is older than the release before, and goes on once it has ended', async () => {
    const half = known.at(-2) ?? ''
    await applyMigrations(database.ownerUrl, half)
    await runSql(
      database.ownerUrl,
      `INSERT INTO "NodeSample" ("nodeId", at, kind, version, runtime, "startedAt", "loopDelayMs", "memoryMb", errors)
       VALUES (gen_random_uuid(), now(), 'ENGINE', '0.1.4', 'v22.0.0', now(), 1, 1, 0)`,
    )
    await expect(applyMigrations(database.ownerUrl, undefined, '0.3.0')).rejects.toThrow(
      'An engine of version 0.1.4 works on this database, and version 0.3.0 may take away what it needs.',
    )
    expect(await applyMigrations(database.ownerUrl, half, '0.3.0')).toEqual([])
    await runSql(database.ownerUrl, `UPDATE "NodeSample" SET at = now() - interval '31 seconds'`)
    expect(await applyMigrations(database.ownerUrl, undefined, '0.3.0')).toEqual([known.at(-1)])
  })

  it('a process of the release before works on beside the next one’s migrations', async () => {
    const half = known.at(-2) ?? ''
    await applyMigrations(database.ownerUrl, half)
    await runSql(
      database.ownerUrl,
      `INSERT INTO "NodeSample" ("nodeId", at, kind, version, runtime, "startedAt", "loopDelayMs", "memoryMb", errors)
       VALUES (gen_random_uuid(), now(), 'GATEWAY', '0.2.4', 'v22.0.0', now(), 1, 1, 0)`,
    )
    expect(await applyMigrations(database.ownerUrl, undefined, '0.3.0')).toEqual([known.at(-1)])
  })

  it('refuses a database that is newer, or that Prisma’s tool left half migrated', async () => {
    await applyMigrations(database.ownerUrl)
    const add = (name: string, finished: string) =>
      runSql(
        database.ownerUrl,
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('${name}', '', '${name}', ${finished})`,
      )
    await add('29990101000001_later', 'now()')
    await expect(applyMigrations(database.ownerUrl)).rejects.toThrow(SchemaMismatch)
    await expect(applyMigrations(database.ownerUrl)).rejects.toThrow(
      '1 migration that this version does not know (it is at 29990101000001_later;',
    )
    await add('29990101000002_half', 'NULL')
    await expect(applyMigrations(database.ownerUrl)).rejects.toThrow('29990101000002_half was begun and not finished')
  })
})

describe('schemaMismatch', () => {
  it('the role of gateway and engine reads what a database was migrated to', async () => {
    await applyMigrations(database.ownerUrl)
    const pool = openPool(database.url, 'test', 1)
    await runSql(database.ownerUrl, 'GRANT USAGE ON SCHEMA public TO sakha_runtime')
    expect(schemaMismatch(known, await appliedMigrations(pool))).toBeNull()
    await pool.end()
  })

  it('an older database is told to be migrated, a newer one to be left to its version', async () => {
    const pool = openPool(database.ownerUrl, 'test', 1)
    expect(await appliedMigrations(pool)).toEqual([])
    expect(schemaMismatch(known, [])).toContain(`The database is behind this version by ${known.length} migrations`)
    await applyMigrations(database.ownerUrl, known.at(-2))
    await pool.end()
    expect(schemaMismatch(known, known.slice(0, -1))).toBe(
      `The database is behind this version by 1 migration (it is at ${known.at(-2)}; this version needs ${known.at(-1)}). Run "npm run migrate" first.`,
    )
    expect(schemaMismatch(known.slice(0, -2), known)).toContain('2 migrations that this version does not know')
  })
})
