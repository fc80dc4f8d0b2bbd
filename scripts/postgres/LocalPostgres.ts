import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { requireFreePort } from '../processes/freePort.ts'
import { packagedPostgres, postgresUser } from './binaries.ts'
import { endServerOf } from './endServerOf.ts'
import { SUPERUSER } from './roles.ts'

export interface LocalPostgresOptions {
  /** Folder of the cluster; made when missing. */
  readonly folder: string
  readonly port: number
  /** The superuser's; the other roles' are derived from it (roles.ts). */
  readonly password: string
  /** Whether a cluster that is there has another password, which nobody knows any more. */
  readonly passwordIsNew?: boolean
  /** Off only for tests: a crash may then lose acknowledged rows. */
  readonly durable: boolean
  /** How many connections it takes at once: enough for one product when not given. */
  readonly connections?: number
}

const CONNECTIONS_OF_ONE_PRODUCT = 100

/**
 * A PostgreSQL server from the packages, as a child of this process. Where root runs it and the user `postgres`
 * may not enter the folders (a clone in root's home), binaries and cluster live under /var/tmp instead.
 */
export class LocalPostgres {
  /** Set when the server ends unexpectedly; the message is the last lines it logged. */
  onUnexpectedExit: ((message: string) => void) | null = null
  private readonly options: LocalPostgresOptions
  private child: ChildProcess | null = null
  private stopping = false
  private log = ''

  constructor(options: LocalPostgresOptions) {
    this.options = options
  }

  /** Connection string of a database on this server, for its superuser. */
  url(database: string): string {
    return `postgresql://${SUPERUSER}:${encodeURIComponent(this.options.password)}@127.0.0.1:${this.options.port}/${database}`
  }

  /** Makes the cluster on first use, ends a server that a killed start left behind, starts, and resolves once it answers. */
  async start(): Promise<void> {
    this.stopping = false
    const user = postgresUser()
    const place = reachablePlace(packagedPostgres(), path.resolve(this.options.folder), user)
    await endServerOf(place.cluster)
    await requireFreePort('DATABASE_PORT', this.options.port)
    if (!existsSync(path.join(place.cluster, 'PG_VERSION'))) this.initialise(place, user)
    else if (this.options.passwordIsNew) this.setPassword(place, user)
    const deadline = Date.now() + 10_000
    for (;;) {
      try {
        return await this.launch(place, user)
      } catch (error) {
        // A server killed a moment ago may still hold its lock file.
        if (!this.log.includes('lock file') || Date.now() > deadline) throw error
        await delay(200)
      }
    }
  }

  /** Ends the server: running statements are rolled back, nothing committed is lost. */
  async stop(): Promise<void> {
    this.stopping = true
    const child = this.child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGINT')
    const timer = setTimeout(() => child.kill('SIGQUIT'), 10_000)
    await exited
    clearTimeout(timer)
  }

  private initialise(place: Place, user: Owner): void {
    const draft = `${place.cluster}.new`
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    if (user) chownSync(draft, user.uid, user.gid)
    const passwordFile = `${place.cluster}.password`
    writeFileSync(passwordFile, `${this.options.password}\n`, { mode: 0o600 })
    if (user) chownSync(passwordFile, user.uid, user.gid)
    const flags = ['-D', draft, '-U', SUPERUSER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8']
    // The built-in locale: the same order of text on every machine.
    flags.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
    if (!this.options.durable) flags.push('--no-sync')
    const result = spawnSync(path.join(place.binaries, 'bin', 'initdb'), flags, { ...asUser(user), encoding: 'utf8', cwd: '/' })
    rmSync(passwordFile)
    if (result.stderr?.includes('could not look up effective user ID'))
      throw new Error(
        `PostgreSQL needs a name for its user, and the user id ${process.getuid?.()} has none in /etc/passwd. Add one, or start a PostgreSQL yourself and set DATABASE_URL.`,
      )
    if (result.status !== 0)
      throw new Error(`The database could not be made in ${place.cluster}: ${(result.stderr || result.error?.message || '').trim()}`)
    renameSync(draft, place.cluster)
  }

  /** Without a server: whom the cluster's files belong to needs no password. */
  private setPassword(place: Place, user: Owner): void {
    const sql = `ALTER ROLE ${SUPERUSER} PASSWORD ${pg.escapeLiteral(this.options.password)}\n`
    const flags = ['--single', '-D', place.cluster, 'postgres']
    const result = spawnSync(path.join(place.binaries, 'bin', 'postgres'), flags, {
      ...asUser(user),
      encoding: 'utf8',
      cwd: '/',
      input: sql,
    })
    if (result.status !== 0 || result.stderr.includes('ERROR:'))
      throw new Error(`The database in ${place.cluster} took no new password: ${(result.stderr || result.error?.message || '').trim()}`)
  }

  private async launch(place: Place, user: Owner): Promise<void> {
    this.log = ''
    const settings = [`listen_addresses=127.0.0.1`, 'unix_socket_directories=', 'timezone=UTC', 'log_timezone=UTC']
    settings.push(`max_connections=${this.options.connections ?? CONNECTIONS_OF_ONE_PRODUCT}`)
    // As on every disk without a head to move: an index is worth reading though most of its rows are wanted.
    settings.push('random_page_cost=1.1')
    if (!this.options.durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
    const flags = ['-D', place.cluster, '-p', String(this.options.port), ...settings.flatMap((setting) => ['-c', setting])]
    const child = spawn(path.join(place.binaries, 'bin', 'postgres'), flags, {
      ...asUser(user),
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: '/',
      // Ctrl-C reaches the whole foreground group, and would end the server before those who still write to it.
      detached: true,
    })
    this.child = child
    child.stderr?.on('data', (chunk: Buffer) => {
      this.log = (this.log + chunk.toString()).slice(-4_000)
    })
    let ended = false
    let answered = false
    child.once('exit', () => {
      ended = true
      if (answered && !this.stopping) this.onUnexpectedExit?.(this.log.trim().split('\n').slice(-3).join(' '))
    })
    child.once('error', (error) => {
      ended = true
      this.log += error.message
    })
    while (!ended) {
      if (await this.answers()) {
        answered = true
        return
      }
      await delay(50)
    }
    throw new Error(`PostgreSQL did not start: ${this.log.trim() || 'it gave no reason'}`)
  }

  private async answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url('postgres'), connectionTimeoutMillis: 1_000 })
    // A connection that fails while it is being made also emits; the rejection says the same.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      if ((error as { code?: string }).code === '28P01')
        throw new Error(
          'PostgreSQL refused the password in the data folder: database.json does not belong to this cluster. Put the right file back, or remove it: the next start makes another, and nothing else is lost.',
          { cause: error },
        )
      return false
    }
  }
}

interface Place {
  readonly binaries: string
  readonly cluster: string
}
type Owner = { readonly uid: number; readonly gid: number } | null

function asUser(user: Owner): { uid?: number; gid?: number; env: NodeJS.ProcessEnv } {
  // PGPORT and friends of the caller's shell must not reach the server.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
  return user ? { ...user, env } : { env }
}

/** The folders as they are, or copies under /var/tmp when the server's user cannot reach them. */
function reachablePlace(binaries: string, cluster: string, user: Owner): Place {
  if (!user) {
    mkdirSync(path.dirname(cluster), { recursive: true, mode: 0o700 })
    return { binaries, cluster }
  }
  const parent = path.dirname(cluster)
  mkdirSync(parent, { recursive: true, mode: 0o711 })
  const reach = spawnSync('/bin/sh', ['-c', 'test -x "$0/bin/postgres" && test -x "$1"', binaries, parent], { ...asUser(user), cwd: '/' })
  const home = relocated(cluster)
  if (reach.status === 0 && !isOwnFolder(home)) return { binaries, cluster }
  if (!lstatSync(home, { throwIfNoEntry: false })) mkdirSync(home, { mode: 0o700 })
  if (!isOwnFolder(home)) throw new Error(`${home} is a link or belongs to another user. Remove it, then start again.`)
  chmodSync(home, 0o711)
  const copy = path.join(home, 'postgresql')
  if (!existsSync(copy)) {
    cpSync(binaries, `${copy}.new`, { recursive: true, verbatimSymlinks: true })
    renameSync(`${copy}.new`, copy)
  }
  return { binaries: copy, cluster: path.join(home, 'cluster') }
}

/** Where binaries and cluster go for a folder that the server's user cannot reach. */
export function relocated(cluster: string): string {
  return path.join('/var/tmp', `sakha-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`)
}

/** Everyone may write to /var/tmp: what somebody else put there, or a link to elsewhere, is not ours to trust, nor to remove what lies behind it. */
function isOwnFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.()
}

/** Removes a cluster, wherever it is. The server must not run. */
export async function removeCluster(folder: string): Promise<void> {
  const cluster = path.resolve(folder)
  const places = [{ folder: cluster, holds: cluster }]
  const home = relocated(cluster)
  if (isOwnFolder(home)) places.push({ folder: home, holds: path.join(home, 'cluster') })
  for (const { holds } of places) await endServerOf(holds)
  for (const { folder } of places) rmSync(folder, { recursive: true, force: true })
}
