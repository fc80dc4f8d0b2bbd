import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { describeGrants } from './describeGrants.ts'
import { freePort } from '../processes/freePort.ts'
import { LocalPostgres, removeCluster } from './LocalPostgres.ts'
import { makeRoles } from './makeRoles.ts'
import { migrate } from './migrate.ts'
import { runSql } from './runSql.ts'
import { WRITTEN_ONCE } from './runtimeGrants.ts'

describe('item 22: the role that gateway and engine connect as', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it.each([
    ['makes a table', 'CREATE TABLE mine (a int)'],
    ['makes a temporary table', 'CREATE TEMPORARY TABLE mine (a int)'],
    ['makes a schema', 'CREATE SCHEMA mine'],
    ['makes a function', 'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'],
    ['removes a table', 'DROP TABLE "Trade"'],
    ['changes a table', 'ALTER TABLE "User" ADD COLUMN mine int'],
    ['makes an index', 'CREATE INDEX mine ON "User" (name)'],
    ['empties a table', 'TRUNCATE "Trade" CASCADE'],
    ['makes a trigger', 'CREATE TRIGGER mine BEFORE UPDATE ON "User" FOR EACH ROW EXECUTE FUNCTION strategy_version_keeps()'],
    ['switches a trigger off', 'ALTER TABLE "AuditEntry" DISABLE TRIGGER "AuditEntry_is_append_only"'],
    ['switches all triggers off', 'SET session_replication_role = replica'],
    ['changes a trigger’s function', 'CREATE OR REPLACE FUNCTION "keepAuditEntries"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN END $$'],
    ['changes the audit log', `UPDATE "AuditEntry" SET details = '{"mine": true}'`],
    ['removes from the audit log', 'DELETE FROM "AuditEntry"'],
    ['empties the audit log', 'TRUNCATE "AuditEntry"'],
    ['changes a fill', 'UPDATE "Fill" SET quantity = 1'],
    ['changes a version of a strategy', `UPDATE "StrategyVersion" SET rules = '{}'`],
    ['removes a version of a strategy', 'DELETE FROM "StrategyVersion"'],
    ['removes an analysis of the agent', 'DELETE FROM "AgentAnalysis"'],
    ['says that an analysis was removed', `INSERT INTO "AgentCheckpoint" VALUES ('mine', 1, '', false)`],
    ['reads the list of migrations', 'SELECT * FROM _prisma_migrations'],
    ['changes the list of migrations', 'DELETE FROM _prisma_migrations'],
    ['makes a table beside those of jobs', 'CREATE TABLE graphile_worker.mine (a int)'],
    ['changes a table of jobs', 'ALTER TABLE graphile_worker._private_jobs ADD COLUMN mine int'],
    ['empties the jobs', 'TRUNCATE graphile_worker._private_jobs'],
    ['changes the list of the jobs’ migrations', 'DELETE FROM graphile_worker.migrations'],
    ['runs a program for input', `COPY "Holiday" FROM PROGRAM 'id'`],
    ['runs a program for output', `COPY (SELECT 1) TO PROGRAM 'cat > /tmp/mine'`],
    ['copies a file in', `COPY "Holiday" FROM '/etc/passwd'`],
    ['copies to a file', `COPY (SELECT 1) TO '/tmp/mine'`],
    ['reads a file', `SELECT pg_read_file('/etc/passwd')`],
    ['reads a binary file', `SELECT pg_read_binary_file('postmaster.pid')`],
    ['lists a folder', `SELECT pg_ls_dir('.')`],
    ['imports a file', `SELECT lo_import('/etc/passwd')`],
    ['loads a library', `LOAD '/tmp/mine.so'`],
    ['reads hashes of roles’ passwords', 'SELECT rolpassword FROM pg_authid'],
    ['makes a role', 'CREATE ROLE mine'],
    ['makes itself a superuser', 'ALTER ROLE sakha_runtime SUPERUSER'],
    ['becomes the owner', 'SET ROLE sakha_owner'],
    ['becomes the superuser', 'SET SESSION AUTHORIZATION sakha'],
    ['makes a database', 'CREATE DATABASE mine'],
    ['changes a setting of the server', `ALTER SYSTEM SET fsync = off`],
    ['reloads the server’s settings', 'SELECT pg_reload_conf()'],
  ])('is refused when it %s', async (_what, sql) => {
    await expect(runSql(database.url, sql)).rejects.toMatchObject({
      code: '42501',
      message: expect.stringMatching(/permission denied|must be owner|must be superuser|not allowed|access to library/) as string,
    })
  })

  it('reads and writes the rows of every table, and nothing else, whatever it grants itself', async () => {
    await runSql(database.url, 'GRANT ALL ON "AuditEntry", "User" TO sakha_runtime')
    const rights = await runSql<{ name: string; rights: string }>(
      database.ownerUrl,
      `SELECT relname AS name, coalesce(string_agg(privilege_type, ' ' ORDER BY privilege_type), '') AS rights
       FROM pg_class LEFT JOIN LATERAL aclexplode(relacl) ON grantee = 'sakha_runtime'::regrole
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') GROUP BY relname`,
    )
    const expected: Record<string, string> = { _prisma_migrations: '', Notification: 'SELECT', AgentCheckpoint: 'SELECT' }
    for (const name of WRITTEN_ONCE) expected[name] = 'INSERT SELECT'
    expect(rights.length).toBeGreaterThan(30)
    expect(Object.fromEntries(rights.map(({ name, rights }) => [name, rights]))).toEqual(
      Object.fromEntries(rights.map(({ name }) => [name, expected[name] ?? 'DELETE INSERT SELECT UPDATE'])),
    )
  })

  it('adds, reads, changes and removes jobs', async () => {
    await runSql(database.url, `SELECT graphile_worker.add_job('mine', '{}', 'a queue')`)
    expect(await runSql(database.url, 'UPDATE graphile_worker._private_jobs SET attempts = 1 RETURNING attempts')).toEqual([
      { attempts: 1 },
    ])
    expect(await runSql(database.url, 'DELETE FROM graphile_worker._private_jobs RETURNING priority')).toEqual([{ priority: 0 }])
  })

  it('may use what later migrations make', async () => {
    await database.owner.$executeRaw`CREATE TABLE later (id int GENERATED ALWAYS AS IDENTITY, name text)`
    await runSql(database.url, `INSERT INTO later (name) VALUES ('a')`, `UPDATE later SET name = 'b'`)
    expect(await runSql(database.url, 'SELECT * FROM later')).toEqual([{ id: 1, name: 'b' }])
    await expect(runSql(database.url, 'TRUNCATE later')).rejects.toThrow('permission denied')
  })

  it('reaches no other database of the server', async () => {
    const other = new URL(database.url)
    for (const name of ['postgres', 'template1']) {
      other.pathname = name
      await expect(runSql(other.href, 'SELECT 1')).rejects.toThrow(`permission denied for database "${name}"`)
    }
  })
})

describe('a database of an older version, which the superuser owns', () => {
  let home: string
  let server: LocalPostgres
  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'sakha-roles-'))
    server = new LocalPostgres({ folder: path.join(home, 'cluster'), port: await freePort(), password: 'for this/test', durable: false })
    await server.start()
  })
  afterAll(async () => {
    await server.stop()
    await removeCluster(path.join(home, 'cluster'))
    rmSync(home, { recursive: true })
  })

  it('is handed over with its rows, and works again at the next start and the one after', async () => {
    const superuser = server.url('sakha')
    await migrate({ owner: superuser, runtime: superuser })
    await runSql(superuser, `INSERT INTO "Holiday" VALUES ('2030-01-01', 'kept')`)
    for (const _start of ['first', 'second']) {
      const urls = await makeRoles(server, 'sakha')
      await migrate(urls)
      expect(await runSql(urls.runtime, `SELECT note FROM "Holiday"`)).toEqual([{ note: 'kept' }])
    }
    const left = await runSql(
      superuser,
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relowner = 'sakha'::regrole
       UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proowner = 'sakha'::regrole
       UNION ALL SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typowner = 'sakha'::regrole
       UNION ALL SELECT relname FROM pg_class WHERE relnamespace = 'graphile_worker'::regnamespace AND relowner = 'sakha'::regrole
       UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'graphile_worker'::regnamespace AND proowner = 'sakha'::regrole
       UNION ALL SELECT nspname FROM pg_namespace WHERE nspname = 'graphile_worker' AND nspowner = 'sakha'::regrole`,
    )
    expect(left).toEqual([])
  }, 180_000)

  it('of one’s own is told which statements make the second role, and they do', async () => {
    const owner = server.url('own')
    await migrate({ owner, runtime: owner })
    const text = await describeGrants(owner)
    const statements = text.split('\n').filter((line) => line.endsWith(';'))
    expect(statements[0]).toMatch(/^CREATE ROLE sakha_runtime LOGIN PASSWORD/)
    await runSql(server.url('postgres'), 'DROP DATABASE IF EXISTS sakha', 'DROP ROLE IF EXISTS sakha_runtime')
    await runSql(owner, ...statements)
    const runtime = new URL(owner)
    runtime.username = 'sakha_runtime'
    runtime.password = encodeURIComponent('a long password of your own')
    expect(await runSql(runtime.href, 'SELECT count(*)::int AS count FROM "User"')).toEqual([{ count: 0 }])
    await expect(runSql(runtime.href, 'DELETE FROM "AuditEntry"')).rejects.toThrow('permission denied')
    await expect(runSql(runtime.href, 'CREATE TABLE mine (a int)')).rejects.toThrow('permission denied')
    expect(await runSql(runtime.href, `SELECT key FROM graphile_worker.add_job('mine', job_key => 'one')`)).toEqual([{ key: 'one' }])
  })
})
