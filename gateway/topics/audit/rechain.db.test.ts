import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../../prisma/client.ts'
import { brokenAuditEntries, recordAudit } from './recordAudit.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../prisma/migrations')
const THIS = '20261128000004_person_keys'
const name = `test_${randomUUID().replaceAll('-', '')}`
const server = process.env['SAKHA_TEST_DATABASE_SERVER'] ?? ''
const url = server.replace(/\/postgres$/, `/${name}`)
const [asha, ravi] = [randomUUID(), randomUUID()]
let admin: pg.Client
let client: pg.Client
let db: Database

const run = async (folder: string) => client.query(await readFile(path.join(MIGRATIONS, folder, 'migration.sql'), 'utf8'))

beforeAll(async () => {
  admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  const folders = (await readdir(MIGRATIONS)).filter((folder) => /^\d/.test(folder)).sort()
  for (const folder of folders.filter((one) => one < THIS)) await run(folder)
  await client.query(
    `INSERT INTO "User" (id, email, name, "passwordHash", "updatedAt") VALUES ($1, 'asha@example.com', 'Asha', 'x', now())`,
    [asha],
  )
  const add = (accountId: string, sequence: number, action: string, details: object, sessionId: string | null = null) =>
    client.query(
      `INSERT INTO "AuditEntry" VALUES ($1, $2, '2026-11-20T05:00:00.070Z', $3, 'owner', '192.0.2.77', 'Distinct/1.0', $4, $5, '\\x00')`,
      [accountId, sequence, action, sessionId, details],
    )
  await add(asha, 1, 'SIGNED_UP', {})
  await add(asha, 2, 'SIGNED_IN', { newDevice: true, by: 'second "factor" \t₹' }, randomUUID())
  await add(asha, 3, 'EMAIL_CHANGED', { from: 'old@example.com', to: 'asha@example.com' })
  await add(asha, 4, 'RECOVERY_CODE_USED', { left: 7 })
  await add(ravi, 1, 'SIGNED_UP', {})
  await client.query(
    `INSERT INTO "KillSwitch" (id, scope, "scopeId", "squareOff", reason, by) VALUES
      (gen_random_uuid(), 'USER', $1, false, 'x', 'gone@example.com'), (gen_random_uuid(), 'GLOBAL', NULL, false, 'x', 'asha@example.com'),
      (gen_random_uuid(), 'STRATEGY', $2, false, 'x', 'command line')`,
    [asha, ravi],
  )
  // Later ones need not fit in between.
  for (const folder of folders.filter((one) => one >= THIS)) await run(folder)
  db = openDatabase(url, 'test', 2)
})
afterAll(async () => {
  await db.$disconnect()
  await client.end()
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await admin.end()
})

test('item 48: entries from before the person keys keep what says nothing of anybody, chained anew; the next one follows from them', async () => {
  const entries = await db.auditEntry.findMany({ where: { accountId: asha }, orderBy: { sequence: 'asc' } })
  expect(entries.map(({ details }) => details)).toEqual([{}, { newDevice: true, by: 'second "factor" \t₹' }, {}, { left: 7 }])
  expect(await brokenAuditEntries(db, asha)).toEqual([])
  expect(await brokenAuditEntries(db, ravi)).toEqual([])
  await db.$transaction((tx) => recordAudit(tx, { accountId: asha, action: 'SIGNED_OUT', device: null }))
  expect(await brokenAuditEntries(db, asha)).toEqual([])
  await expect(db.$executeRaw`UPDATE "AuditEntry" SET details = '{}'`).rejects.toThrow('never changed nor removed')
})

test('who pulled a switch is an account from then on', async () => {
  const switches = await db.killSwitch.findMany({ orderBy: { scope: 'asc' }, select: { scope: true, by: true } })
  expect(switches).toEqual([
    { scope: 'USER', by: asha },
    { scope: 'STRATEGY', by: 'command line' },
    { scope: 'GLOBAL', by: asha },
  ])
})
