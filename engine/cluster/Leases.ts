import { randomInt } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { NOBODY } from './heldPartitions.ts'

/** Users are in this many partitions (SQL function user_partition). */
const PARTITIONS = 64
const BEAT_MS = 1_500
/** By the database's clock a lease not renewed for this long is free; by its own monotonic clock a node trusts its leases no longer. */
const LIFE_MS = 5_000
/** How long the database may take to answer a beat. */
const ANSWER_MS = 4_000
/** Names the advisory locks of engine nodes among all others of the database. */
const LOCK_SPACE = 6_482

export interface LeasesParts {
  readonly databaseUrl: string
  /** Milliseconds of a clock that never steps. */
  readonly monotonic: () => number
  readonly log: Logger
}

/**
 * The partitions of the users that this engine node owns. All living nodes share them evenly within a few beats; a node that dies loses its
 * own as soon as its database connection is gone, one that hangs after five seconds. Every change of owner raises a partition's fencing
 * token, which every write for its users checks in the same transaction.
 */
export class Leases {
  readonly nodeId = uuid()
  /** Of the advisory lock that this node's connection holds while it lives. */
  readonly #key = randomInt(1, 2 ** 31)
  readonly #parts: LeasesParts
  readonly #listeners = new Set<() => void>()
  #client: pg.Client | null = null
  #held: ReadonlyMap<number, bigint> = new Map()
  /** Monotonic; the leases in `#held` are this node's until then. */
  #heldUntil = -Infinity
  #beating: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #expiry: NodeJS.Timeout | undefined
  #failing = false
  #everHeld = false
  /** Partitions taken and lost since the start. */
  readonly changes = { taken: 0, lost: 0 }

  constructor(parts: LeasesParts) {
    this.#parts = parts
  }

  /** Takes the first leases and keeps beating. Rejects when the database does not answer; it may then be called again. */
  async start(): Promise<void> {
    await this.#share()
    this.#timer = setInterval(() => void this.beat(), BEAT_MS)
  }

  /** Fencing tokens by partition; empty when they could not be renewed in time. */
  held(): ReadonlyMap<number, bigint> {
    return this.#parts.monotonic() < this.#heldUntil ? this.#held : NONE
  }

  /** Whether there have been any since its start. */
  get everHeld(): boolean {
    return this.#everHeld
  }

  /** Called after other partitions are held than before. Returns the way to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Renews, takes and gives back; while a beat is under way, that one counts. Never rejects. */
  beat(): Promise<void> {
    this.#beating ??= this.#tryToShare().finally(() => (this.#beating = null))
    return this.#beating
  }

  /** Gives everything back at once. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#listeners.clear()
    await this.#beating
    this.#keep(NONE, -Infinity)
    const client = this.#client
    this.#client = null
    try {
      await client?.query(RELEASE, [this.nodeId])
    } finally {
      await client?.end()
    }
  }

  async #tryToShare(): Promise<void> {
    try {
      await this.#share()
      if (this.#failing) this.#parts.log.warn('leases are renewed again')
      this.#failing = false
    } catch (error) {
      if (!this.#failing) this.#parts.log.error({ err: error }, 'leases not renewed')
      this.#failing = true
    }
  }

  async #share(): Promise<void> {
    const { monotonic } = this.#parts
    try {
      const client = (this.#client ??= await this.#connect())
      // Before the question: the database counts their life from later on.
      const until = monotonic() + LIFE_MS
      const { rows } = await client.query<{ partition: number; token: string }>(SHARE, [
        this.nodeId,
        this.#key,
        LOCK_SPACE,
        PARTITIONS,
        LIFE_MS,
      ])
      this.#keep(new Map(rows.map(({ partition, token }) => [partition, BigInt(token)])), until)
    } catch (error) {
      const client = this.#client
      this.#client = null
      // Its error is known already.
      await client?.end().catch(() => undefined)
      throw error
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...{ connectionString: this.#parts.databaseUrl, application_name: 'leases', keepAlive: true },
      ...{ connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS },
    })
    client.on('error', () => {
      if (this.#client === client) this.#client = null
    })
    try {
      await client.connect()
      await client.query('SELECT pg_advisory_lock($1, $2)', [LOCK_SPACE, this.#key])
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
  }

  #keep(held: ReadonlyMap<number, bigint>, until: number): void {
    const before = this.held()
    this.changes.taken += [...held].filter(([partition, token]) => this.#held.get(partition) !== token).length
    this.changes.lost += [...this.#held.keys()].filter((partition) => !held.has(partition)).length
    this.#held = held
    this.#everHeld ||= held.size > 0
    this.#heldUntil = until
    clearTimeout(this.#expiry)
    if (held.size > 0) this.#expiry = setTimeout(() => this.#keep(NONE, -Infinity), until - this.#parts.monotonic())
    const isSame = held.size === before.size && [...held].every(([partition, token]) => before.get(partition) === token)
    if (!isSame) for (const listener of this.#listeners) listener()
  }
}

const NONE: ReadonlyMap<number, bigint> = new Map()

/**
 * $1 node, $2 its key, $3 lock space, $4 partitions, $5 life in milliseconds. One node's heartbeat: marks it alive, renews its leases
 * up to its fair share, frees the rest, and takes free ones where it has too few. A node lives while it has beaten lately and its
 * connection holds its lock. Returns all that it owns now.
 * Raw SQL: a beat is one statement, which skips what others hold.
 */
const SHARE = `
  WITH me AS (
    INSERT INTO "EngineNode" (id, key, "seenAt") VALUES ($1, $2, now()) ON CONFLICT (id) DO UPDATE SET "seenAt" = now()
  ), others AS MATERIALIZED (
    SELECT id FROM "EngineNode" node
    WHERE id <> $1 AND "seenAt" > now() - $5 * interval '1 millisecond' AND EXISTS (
      SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND classid = $3::int::oid AND objid = node.key::oid AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    )
  ), forgotten AS (
    DELETE FROM "EngineNode" WHERE id <> $1 AND id NOT IN (SELECT id FROM others) AND "seenAt" < now() - interval '1 minute'
  ), fair AS (
    SELECT ceil($4::numeric / (1 + count(*)))::int AS share FROM others
  ), mine AS MATERIALIZED (
    SELECT partition, row_number() OVER (ORDER BY partition) AS place
    FROM (SELECT partition FROM "Lease" WHERE owner = $1 ORDER BY partition FOR UPDATE) AS owned
  ), renewed AS (
    UPDATE "Lease" SET "expiresAt" = now() + $5 * interval '1 millisecond'
    FROM mine, fair WHERE "Lease".partition = mine.partition AND mine.place <= fair.share
    RETURNING "Lease".partition, token
  ), freed AS (
    UPDATE "Lease" SET owner = '${NOBODY}', "expiresAt" = to_timestamp(0)
    FROM mine, fair WHERE "Lease".partition = mine.partition AND mine.place > fair.share
  ), free AS MATERIALIZED (
    SELECT partition FROM "Lease"
    WHERE owner <> $1 AND ("expiresAt" < now() OR owner NOT IN (SELECT id FROM others))
    ORDER BY partition LIMIT (SELECT greatest(0, fair.share - (SELECT count(*) FROM mine)) FROM fair)
    FOR UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE "Lease" SET owner = $1, token = token + 1, "expiresAt" = now() + $5 * interval '1 millisecond'
    FROM free WHERE "Lease".partition = free.partition
    RETURNING "Lease".partition, token
  )
  SELECT partition, token FROM renewed UNION ALL SELECT partition, token FROM taken`

/** $1 node: frees its partitions and marks it as gone. */
const RELEASE = `
  WITH gone AS (DELETE FROM "EngineNode" WHERE id = $1)
  UPDATE "Lease" SET owner = '${NOBODY}', "expiresAt" = to_timestamp(0) WHERE owner = $1`
