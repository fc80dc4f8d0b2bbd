import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startSandbox, type RunningSandbox } from '../../engine/sandbox/startSandbox.ts'
import { checkBooks } from '../../engine/store/checkBooks.ts'
import { createTestSubscription } from '../../engine/store/testing/createTestSubscription.ts'
import { expectBooksInOrder } from '../../engine/store/testing/expectBooksInOrder.ts'
import { EngineProcess } from '../../engine/testing/EngineProcess.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { knownMigrations } from '../../prisma/schemaVersion.ts'
import { istInstant } from '../../schema/time.ts'
import { applyMigrations } from '../postgres/applyMigrations.ts'
import { migrateJobs } from '../postgres/migrateJobs.ts'
import { runSql } from '../postgres/runSql.ts'
import { makeBackupKey, readKeyFile, readPublicKey, type BackupKeyPair } from './backupKeys.ts'
import { makeBackup, type MadeBackup } from './makeBackup.ts'
import { readBackup } from './manifest.ts'
import { restoreBackup } from './restoreBackup.ts'

/** Signals every few minutes, and levels that are soon reached. */
const EAGER = {
  rules: { interval: '1min', long: ['close', 'crosses above', 'ema(3)'], short: ['close', 'crosses below', 'ema(3)'] },
  ...{ instruments: ['NIFTY', 'BANKNIFTY'], maxTrades: 50, stopLossPercent: 2, takeProfitPercent: 2 },
}
const patient = { timeout: 40_000, interval: 100 }

let folder: string
let home: string
let source: TestDatabase
let sandbox: RunningSandbox
let engine: EngineProcess
let key: BackupKeyPair
let made: MadeBackup
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sakha-backup-'))
  home = path.join(folder, 'home')
  await mkdir(path.join(home, 'gateway-keys'), { recursive: true })
  await writeFile(path.join(home, 'gateway-keys', 'sealing-1.json'), '{"key":"mine"}', { mode: 0o600 })
  await writeFile(path.join(home, 'database.json'), '{"password":"stays here"}')
  source = await createTestDatabase()
  sandbox = await startSandbox({ port: 0, home, speed: 240, seed: 7, start: istInstant('2026-07-01', 9 * 60 + 15), replay: new Map() })
  await createTestSubscription(source.db, EAGER)
  engine = new EngineProcess({ databaseUrl: source.url, home, sandboxPort: sandbox.port })
  await engine.start()
  await vi.waitFor(async () => {
    expect(await source.db.trade.count({ where: { status: { not: 'RUNNING' } } })).toBeGreaterThan(1)
    expect(await source.db.trade.count({ where: { status: 'RUNNING' } })).toBeGreaterThan(0)
  }, 160_000)
  const text = await makeBackupKey(path.join(folder, 'backup.key'))
  key = await readKeyFile(path.join(folder, 'backup.key'))
  // The engine trades meanwhile.
  made = await makeBackup({ ownerUrl: source.ownerUrl, home, folder: path.join(folder, 'backups'), publicKey: await readPublicKey(text) })
}, 240_000)
afterAll(async () => {
  await engine.end('SIGKILL')
  await sandbox.stop()
  await source.drop()
  await rm(folder, { recursive: true })
})

const targets: TestDatabase[] = []
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase()
  targets.push(database)
  return database
}
afterEach(async () => {
  for (const database of targets.splice(0)) await database.drop()
})
const into = (target: TestDatabase, file = made.file, given = key, place = path.join(folder, target.url.slice(-12))) =>
  restoreBackup({ file, key: given, urls: { owner: target.ownerUrl, runtime: target.url }, home: place })
/** Whether a database has not one table of the product's. */
const untouched = async (target: TestDatabase) =>
  (await runSql(target.ownerUrl, `SELECT FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')`)).length === 0
/** The backup with one change, as a file of its own. */
async function changed(name: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, change(await readFile(made.file)))
  return file
}

describe('item 56: a backup that was made while an engine traded', () => {
  it('is restored into an empty database, on which an engine starts, trades on, and the books hold (I3)', async () => {
    const target = await emptyDatabase()
    const place = path.join(folder, 'second home')
    const restored = await into(target, made.file, key, place)
    expect(restored.rows).toBeGreaterThan(100)
    await expectBooksInOrder(target.db)
    const closed = await target.db.trade.count({ where: { status: { not: 'RUNNING' } } })
    const running = await target.db.trade.findMany({ where: { status: 'RUNNING' } })
    expect(closed).toBeGreaterThan(1)
    // Nothing changes a fill, so the old ones are still there word for word.
    const fills = await target.db.fill.findMany({ orderBy: { id: 'asc' } })
    expect(fills).toEqual(await source.db.fill.findMany({ where: { id: { in: fills.map(({ id }) => id) } }, orderBy: { id: 'asc' } }))

    await engine.end('SIGTERM')
    const second = new EngineProcess({ databaseUrl: target.url, home: place, sandboxPort: sandbox.port })
    await second.start()
    await expect
      .poll(() => target.db.trade.count({ where: { status: { not: 'RUNNING' } } }), patient)
      .toBeGreaterThan(closed + running.length)
    const left = await target.db.trade.count({ where: { id: { in: running.map(({ id }) => id) }, status: 'RUNNING' } })
    expect(left).toBe(0)
    expect(await second.end('SIGTERM')).toBe(0)
    await expectBooksInOrder(target.db)
    expect(await checkBooks(target.ownerUrl)).toEqual([])
    await engine.start()
  }, 120_000)

  it('has references, indexes, triggers and rights as a migration makes them', async () => {
    const [target, fresh] = [await emptyDatabase(), await createTestDatabase()]
    targets.push(fresh)
    await into(target)
    const shape = (database: TestDatabase) =>
      runSql(
        database.ownerUrl,
        `SELECT conrelid::regclass::text AS on, pg_get_constraintdef(oid) AS is FROM pg_constraint WHERE connamespace = 'public'::regnamespace
         UNION ALL SELECT indrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid::regclass::text !~ '^pg_'
         UNION ALL SELECT tgrelid::regclass::text, tgname::text || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
         UNION ALL SELECT oid::regclass::text, relacl::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') ORDER BY 1, 2`,
      )
    expect(await shape(target)).toEqual(await shape(fresh))
  })

  it('brings the keys of its time back, and never the database’s password', async () => {
    const target = await emptyDatabase()
    const place = path.join(folder, 'third home')
    expect((await into(target, made.file, key, place)).files).toBeGreaterThan(2)
    expect(await readFile(path.join(place, 'gateway-keys', 'sealing-1.json'), 'utf8')).toBe('{"key":"mine"}')
    expect(await readdir(place)).not.toContain('database.json')
    expect((await readdir(place, { recursive: true })).filter((name) => name.endsWith('.restoring'))).toEqual([])
  })

  it('shows what it is without the key, and nothing of what is in it', async () => {
    const { manifest, checksum } = await readBackup(made.file)
    expect(manifest).toMatchObject({ schema: knownMigrations().at(-1), takenAt: made.manifest.takenAt })
    expect(checksum).toMatch(/^[0-9a-f]{64}$/)
    const bytes = await readFile(made.file)
    for (const secret of ['"mine"', 'gateway-keys', 'NIFTY', 'Trade']) expect(bytes.includes(secret), secret).toBe(false)
  })
})

describe('restore refuses, and touches nothing', () => {
  it.each<readonly [what: string, change: (bytes: Buffer) => Buffer, says: string]>([
    [
      'a backup with one bit changed',
      (bytes) => Buffer.from(bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1)),
      'is damaged: its checksum',
    ],
    ['a backup whose end is missing', (bytes) => bytes.subarray(0, bytes.length - 1_000), 'is damaged: its checksum'],
    [
      'a backup whose manifest says something else',
      (bytes) => Buffer.from(bytes.toString('latin1').replace('"product":"', '"product":"9'), 'latin1'),
      'is damaged: its checksum',
    ],
    ['a file of something else', () => Buffer.from('PGDMP\u0001'), 'is no backup of Sakha.'],
    ['an empty file', () => Buffer.alloc(0), 'is no backup of Sakha.'],
    ['a backup of another form', (bytes) => Buffer.concat([Buffer.from('sakha-backup 2\n'), bytes]), 'another form of backups'],
  ])('%s', async (what, change, says) => {
    const target = await emptyDatabase()
    await expect(into(target, await changed(what, change))).rejects.toThrow(says)
    expect(await untouched(target)).toBe(true)
  })

  it('a backup for another key, naming both', async () => {
    const target = await emptyDatabase()
    const other = path.join(folder, `other-${target.url.slice(-8)}.key`)
    await makeBackupKey(other)
    await expect(into(target, made.file, await readKeyFile(other))).rejects.toThrow(
      /is sealed to the key [0-9a-f]{16}, and this is the key [0-9a-f]{16}/,
    )
    expect(await untouched(target)).toBe(true)
    await expect(makeBackupKey(other)).rejects.toThrow('cannot be written')
  })

  it('a database that is not empty, one of something else, and a data folder with other keys', async () => {
    await expect(into(source)).rejects.toThrow(/is not empty \(\w+ has rows\)/)
    const foreign = await emptyDatabase()
    await runSql(foreign.ownerUrl, 'CREATE TABLE theirs (a int)')
    await expect(into(foreign)).rejects.toThrow('holds other tables than Sakha’s')

    const target = await emptyDatabase()
    const place = path.join(folder, `other home ${target.url.slice(-8)}`)
    await mkdir(path.join(place, 'gateway-keys'), { recursive: true })
    const file = path.join(place, 'gateway-keys', 'sealing-1.json')
    await writeFile(file, '{"key":"another"}')
    await expect(into(target, made.file, key, place)).rejects.toThrow('is there already, and is another than in the backup')
    expect(await readFile(file, 'utf8')).toBe('{"key":"another"}')
    expect((await readdir(place, { recursive: true })).filter((name) => name.endsWith('.restoring'))).toEqual([])
    expect(await target.owner.trade.count()).toBe(0)
    // What was begun does not stand in the way of the next try.
    expect((await into(target)).rows).toBeGreaterThan(100)
  })

  it('a backup that cannot be written whole leaves no file', async () => {
    const taken = path.join(folder, 'taken')
    await writeFile(taken, '')
    await expect(makeBackup({ ownerUrl: source.ownerUrl, home, folder: taken, publicKey: key.publicKey })).rejects.toThrow(/EEXIST|ENOTDIR/)
    const empty = await emptyDatabase()
    await expect(makeBackup({ ownerUrl: empty.ownerUrl, home, folder, publicKey: key.publicKey })).rejects.toThrow(
      'there is nothing to back up',
    )
    expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

it('a backup of the version before is restored into its tables and migrated from there', async () => {
  const [old, target] = [await emptyDatabase(), await emptyDatabase()]
  const before = knownMigrations().at(-2) ?? ''
  await applyMigrations(old.ownerUrl, before)
  await migrateJobs(old.ownerUrl)
  const { file, manifest } = await makeBackup({ ownerUrl: old.ownerUrl, home, folder: path.join(folder, 'old'), publicKey: key.publicKey })
  expect(manifest.schema).toBe(before)
  await into(target, file)
  const names = await runSql<{ name: string }>(target.ownerUrl, 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1')
  expect(names.map(({ name }) => name)).toEqual(knownMigrations())
  // The file is whole: nothing of it is read twice.
  const handle = await open(file)
  expect((await handle.stat()).size).toBe((await readBackup(file)).size)
  await handle.close()
})
