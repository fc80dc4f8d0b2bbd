import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from '../connect.ts'

/** Names these advisory locks among all others of the database. */
const LOCK_SPACE = 6_485
const LOOK_MS = 1_000
/** A pool missing for so long is dead. A connection that was cut is made again in less. */
const DEAD_MS = 4_000
/** The locks of a process that hangs, or whose machine is gone, are let go after so long. */
const SESSION = '-c idle_session_timeout=10s'
const RETRY_MS = 250

export interface JobLog {
  error(details: object, message: string): void
  warn(details: object, message: string): void
  info(details: object, message: string): void
}

/**
 * Shows the other processes that this one lives, by advisory locks of a connection of its own, one for each pool of workers; and lets go of
 * the jobs of those that do not: PostgreSQL itself forgets the locks of a process that was killed. The library alone would wait four hours.
 * Raw SQL: advisory locks, and the tables of graphile-worker.
 */
export class LivingPools {
  readonly #databaseUrl: string
  readonly #log: JobLog
  readonly #ids = new Set<string>()
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #wake: () => void = () => undefined

  constructor(databaseUrl: string, log: JobLog) {
    this.#databaseUrl = databaseUrl
    this.#log = log
    this.#running = this.#run()
  }

  /** A pool of this process begins to take jobs. */
  add(id: string): void {
    this.#ids.add(id)
    this.#wake()
  }

  /** It has ended, and what it could not finish is anybody's. */
  remove(id: string): void {
    this.#ids.delete(id)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    let failures = 0
    while (!this.#closing.signal.aborted) {
      let client: pg.Client | null = null
      try {
        client = await connect(this.#databaseUrl, 'jobs', SESSION)
        client.once('end', () => this.#wake())
        await this.#look(client, () => (failures = 0))
      } catch (error) {
        if (++failures === 3) this.#log.warn({ err: error }, 'the database does not hear that the workers of jobs live')
        await this.#pause(RETRY_MS)
      } finally {
        await client?.end().catch(() => undefined)
      }
    }
  }

  async #look(client: pg.Client, onAnswer: () => void): Promise<void> {
    const shown = new Set<string>()
    let missing = new Map<string, number>()
    while (!this.#closing.signal.aborted) {
      await this.#show(client, shown)
      const { rows } = await client.query<{ id: string }>(MISSING, [LOCK_SPACE])
      const now = performance.now()
      missing = new Map(rows.map(({ id }) => [id, missing.get(id) ?? now]))
      const dead = [...missing].flatMap(([id, since]) => (now - since >= DEAD_MS ? [id] : []))
      if (dead.length > 0) await client.query('SELECT graphile_worker.force_unlock_workers($1)', [dead])
      onAnswer()
      await this.#pause(LOOK_MS)
    }
  }

  async #show(client: pg.Client, shown: Set<string>): Promise<void> {
    for (const id of this.#ids) {
      if (!shown.has(id)) await client.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [LOCK_SPACE, id])
      shown.add(id)
    }
    for (const id of shown) {
      if (this.#ids.has(id)) continue
      await client.query('SELECT pg_advisory_unlock_shared($1, hashtext($2))', [LOCK_SPACE, id])
      shown.delete(id)
    }
  }

  /** Until there is something to show, at the latest. */
  async #pause(ms: number): Promise<void> {
    const woken = new AbortController()
    this.#wake = () => woken.abort()
    await delay(ms, undefined, { signal: AbortSignal.any([woken.signal, this.#closing.signal]) }).catch(() => undefined)
  }
}

/** Who has jobs, or a queue, in hand and does not show that it lives. $1 the locks' space. */
const MISSING = `
  SELECT holder.id FROM (
    SELECT locked_by AS id FROM graphile_worker._private_jobs UNION SELECT locked_by FROM graphile_worker._private_job_queues) AS holder
  WHERE holder.id IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = $1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND objid = (hashtext(holder.id)::bigint & 4294967295)::oid)`
