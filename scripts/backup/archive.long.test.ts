import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import pg from 'pg'
import { readArchive } from '../doctor/examineArchive.ts'
import { examineDatabase } from '../doctor/examineDatabase.ts'
import { postgresUser } from '../postgres/binaries.ts'
import { LocalPostgres, relocated, removeCluster } from '../postgres/LocalPostgres.ts'
import { runSql } from '../postgres/runSql.ts'
import { freePort } from '../processes/freePort.ts'

const CONF = readFileSync('deploy/postgres/postgresql.conf', 'utf8')
const SHIPPED = /^archive_command = '(.*)'$/m.exec(CONF)?.[1] ?? ''
/** The command that the installation is shipped with, for an archive elsewhere. */
const commandFor = (archive: string) => SHIPPED.replaceAll('/var/lib/sakha-archive', archive)

const SEGMENT_NAME = /^[0-9A-F]{24}$/

describe('the archive command', () => {
  let folder: string
  let archive: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sakha-archive-'))
    archive = path.join(folder, 'archive')
    mkdirSync(archive)
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const SEGMENT = '000000010000000000000007'
  const write = (content: string) => writeFileSync(path.join(folder, SEGMENT), content)
  const archived = () => Object.fromEntries(readdirSync(archive).map((name) => [name, readFileSync(path.join(archive, name), 'utf8')]))
  /** As PostgreSQL does: by the shell, in the cluster's folder. */
  const run = () =>
    spawnSync('/bin/sh', ['-c', commandFor(archive).replaceAll('%p', SEGMENT).replaceAll('%f', SEGMENT)], { cwd: folder }).status

  it('is the one that is shipped, and loses five minutes at most with a minute of them for the copying', () => {
    expect(SHIPPED).toContain('%p')
    expect(CONF).toMatch(/^archive_timeout = '4min'$/m)
    expect(CONF).toMatch(/^checkpoint_timeout = '4min'$/m)
  })

  it('leaves a whole segment and nothing beside it, over what a kill left in the middle of copying', () => {
    write('a whole segment')
    writeFileSync(path.join(archive, `${SEGMENT}.part`), 'half of')
    expect(run()).toBe(0)
    expect(archived()).toEqual({ [SEGMENT]: 'a whole segment' })
  })

  it('succeeds for a segment that is there already, as after a kill between the copy and its acknowledgement', () => {
    write('a whole segment')
    expect([run(), run()]).toEqual([0, 0])
    expect(archived()).toEqual({ [SEGMENT]: 'a whole segment' })
  })

  it('fails, and writes over nothing, where another segment of that name is there', () => {
    write('of one cluster')
    expect(run()).toBe(0)
    write('of a second one')
    expect(run()).not.toBe(0)
    expect(archived()).toEqual({ [SEGMENT]: 'of one cluster' })
  })

  it('fails where there is no archive', () => {
    write('a whole segment')
    rmSync(archive, { recursive: true })
    expect(run()).not.toBe(0)
  })
})

describe('a database whose disk is gone', () => {
  const TIMEOUT_S = 2
  let home: string
  let archive: string
  const servers: LocalPostgres[] = []
  const user = postgresUser()
  const start = async (name: string) => {
    const server = new LocalPostgres({ folder: path.join(home, name), port: await freePort(), password: 'of this test', durable: true })
    servers.push(server)
    await server.start()
    return server
  }
  /** Where the cluster of a folder is: where PostgreSQL's user can go. */
  const clusterOf = (name: string) => {
    const elsewhere = relocated(path.join(home, name))
    return existsSync(elsewhere) ? path.join(elsewhere, 'cluster') : path.join(home, name)
  }
  const kill = (server: LocalPostgres, name: string) => {
    process.kill(Number(readFileSync(path.join(clusterOf(name), 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    return server.stop()
  }

  let url: string
  let base: string
  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'sakha-archive-'))
    archive = path.join(home, 'archive')
    chmodSync(home, 0o755)
    mkdirSync(archive)
    if (user) chownSync(archive, user.uid, user.gid)
    const server = await start('lost')
    url = server.url('postgres')
    await runSql(
      url,
      'ALTER SYSTEM SET archive_mode = on',
      `ALTER SYSTEM SET archive_timeout = '${TIMEOUT_S}s'`,
      `ALTER SYSTEM SET archive_command = ${pg.escapeLiteral(commandFor(archive))}`,
      'CREATE TABLE committed (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    )
    await server.stop()
    await server.start()
    base = path.join(home, 'base')
    await takeBase()
  }, 60_000)
  afterAll(async () => {
    for (const server of servers) await server.stop()
    for (const name of ['lost', 'restored']) await removeCluster(path.join(home, name))
    rmSync(home, { recursive: true })
  })

  /** What pg_basebackup does, by PostgreSQL's own functions: the packages come without that program. */
  async function takeBase(): Promise<void> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`SELECT pg_backup_start('test', true)`)
    execFileSync('cp', ['-a', clusterOf('lost'), base])
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(wait_for_archive => true)')
    await client.end()
    rmSync(path.join(base, 'postmaster.pid'))
    rmSync(path.join(base, 'pg_wal'), { recursive: true })
    mkdirSync(path.join(base, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
    writeFileSync(path.join(base, 'backup_label'), rows[0]?.labelfile ?? '')
    const owned = ['pg_wal', 'pg_wal/archive_status', 'backup_label']
    if (user) for (const name of owned) chownSync(path.join(base, name), user.uid, user.gid)
  }
  const archiver = async () => (await runSql<{ failures: number }>(url, 'SELECT failed_count::int AS failures FROM pg_stat_archiver'))[0]!
  /** By the archive itself: the statistics also name files of other kinds, and are lost with a crash. */
  const isArchived = (segment: string) => readdirSync(archive).some((name) => SEGMENT_NAME.test(name) && name >= segment)
  /** A row that is committed, and a segment that its commit lies in or before. */
  const commit = async () => {
    const [row] = await runSql<{ n: number }>(url, 'INSERT INTO committed DEFAULT VALUES RETURNING n::int')
    const [log] = await runSql<{ segment: string }>(url, 'SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS segment')
    return { n: row!.n, segment: log!.segment }
  }
  const archiveFinding = async () => (await examineDatabase(url)).find(({ subject }) => subject === 'archive')

  it('goes on archiving after a kill between the copy of a segment and its acknowledgement', async () => {
    const { segment } = await commit()
    await runSql(url, 'SELECT pg_switch_wal()')
    await expect.poll(() => readdirSync(archive)).toContain(segment)
    await kill(servers[0]!, 'lost')
    const status = path.join(clusterOf('lost'), 'pg_wal', 'archive_status', segment)
    // What PostgreSQL finds when it was killed before it noted the end of the command.
    if (existsSync(`${status}.done`)) renameSync(`${status}.done`, `${status}.ready`)
    expect(existsSync(`${status}.ready`)).toBe(true)
    await servers[0]!.start()
    // After a crash the checkpointer sleeps for checkpoint_timeout, and looks at archive_timeout only then; this wakes it.
    await runSql(url, 'CHECKPOINT')
    const next = await commit()
    await expect.poll(async () => isArchived(next.segment)).toBe(true)
    expect((await archiver()).failures).toBe(0)
    const text = expect.stringMatching(/^the last segment of the write-ahead log left this disk \d+ s ago$/) as string
    expect(await archiveFinding()).toEqual({ subject: 'archive', state: 'ok', text })
  })

  it('tells how much was written since a segment left last, and nothing of what an idle server writes', async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const unarchived = async () => (await readArchive(client)).unarchivedBytes ?? NaN
    await commit()
    await client.query('SELECT pg_switch_wal()')
    await expect.poll(unarchived).toBeLessThan(8_192)
    await client.query(`INSERT INTO committed SELECT FROM generate_series(1, 1000)`)
    expect(await unarchived()).toBeGreaterThan(50_000)
    await client.end()
  })

  it('says to doctor that archiving stands still while the archive does not take a segment', async () => {
    renameSync(archive, `${archive}.away`)
    await commit()
    await expect.poll(async () => (await archiver()).failures).toBeGreaterThan(0)
    expect(await archiveFinding()).toEqual({
      subject: 'archive',
      state: 'fail',
      text: expect.stringMatching(/^the write-ahead log has not left this disk since .*: archive_command fails for [0-9A-F]{24}/) as string,
    })
    renameSync(`${archive}.away`, archive)
    await expect.poll(async () => (await archiveFinding())?.state).toBe('ok')
  })

  it('is restored from base and archive with everything that was committed before the segment that was being written', async () => {
    const marker = await commit()
    const markedAt = performance.now()
    // Nobody requests a new segment: the time-out does.
    await expect
      .poll(async () => {
        await commit()
        return isArchived(marker.segment)
      })
      .toBe(true)
    const tookS = (performance.now() - markedAt) / 1_000
    const last = await commit()
    const killedAt = Date.now()
    await kill(servers[0]!, 'lost')
    const isReached = path.dirname(clusterOf('lost')) === home
    const target = isReached ? path.join(home, 'restored') : path.join(relocated(path.join(home, 'restored')), 'cluster')
    await removeCluster(path.join(home, 'lost'))

    mkdirSync(path.dirname(target), { recursive: true, mode: 0o711 })
    execFileSync('cp', ['-a', base, target])
    // As docs/operations.md says.
    writeFileSync(path.join(target, 'postgresql.auto.conf'), `restore_command = 'cp ${archive}/%f %p'\narchive_mode = off\n`)
    writeFileSync(path.join(target, 'recovery.signal'), '')
    const restored = await start('restored')
    // It answers questions before it has read the whole archive.
    const isReading = async () =>
      (await runSql<{ reads: boolean }>(restored.url('postgres'), 'SELECT pg_is_in_recovery() AS reads'))[0]?.reads
    await expect.poll(isReading).toBe(false)
    const rows = await runSql<{ n: number; at: Date }>(restored.url('postgres'), 'SELECT n::int, at FROM committed ORDER BY n')
    expect(rows.map(({ n }) => n)).toContain(marker.n)
    // What the time-out promises, and three seconds for starting the command and for a server that is slow to see that it is late.
    const lostS = (killedAt - rows.at(-1)!.at.getTime()) / 1_000
    expect(last.n).toBeGreaterThan(marker.n)
    expect(lostS).toBeLessThan(TIMEOUT_S + 3 + tookS)
  })
})
