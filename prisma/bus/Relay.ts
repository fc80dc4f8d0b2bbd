import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { addJobs, type WaitingJob } from '../jobs/addJobs.ts'
import { connect } from '../connect.ts'
import { LookPace } from './LookPace.ts'
import { joinUpTo, type JoinedEvents } from './joinUpTo.ts'
import { EVENT_CHANNEL, MAX_EVENT_BYTES, printMessage } from './message.ts'
import { newestNumber } from './newestNumber.ts'
import { onNudge } from '../nudges.ts'

/** Names the relay's advisory lock among all others of the database. */
const LOCK_SPACE = 6_484
/** How often a standby relay tries to become the leader. */
const STAND_BY_MS = 250
/** On which relays that stand by call the one that leads, when their process publishes … */
const CALL_CHANNEL = 'sakha_relay'
/** … once in so long: the leader looks three times meanwhile (LookPace.ts). */
const CALL_MS = 25
/** After rows were there, so that more come together. */
const GATHER_MS = 4
const ROWS_AT_ONCE = 500
const PRUNE_MS = 10_000
const RETRY_MS = [100, 250, 500, 1_000, 2_000, 5_000]

/** For rows and numbers that are found by index however many dead rows lie in between. A leader that hangs is no leader for longer than three seconds. */
const SESSION = '-c enable_seqscan=off -c idle_session_timeout=3s -c idle_in_transaction_session_timeout=3s'

/**
 * Publishes the events of the outbox and makes jobs of its tasks, until it is closed. One relay leads on a database; the others stand by
 * and take over within half a second when it dies, within four when it hangs. One statement deletes rows and numbers, keeps and notifies
 * their events: each is published once, or is still in the outbox for the next statement. Another statement makes the jobs. Transactions
 * that trade do not notify: PostgreSQL would let only one of them commit at a time. The leader looks when its own process publishes, when a
 * relay that stands by calls because its process does, and four times a second for what processes without a relay have published.
 *
 * Ids are assigned before the commit, so a row may appear after rows with larger ids have been published. It is published then: whatever
 * is in the outbox is due. If a second transaction waited for a first one before it published, their events keep
 * that order: the first was committed, and so its row is seen, whenever the second one's is.
 *
 * Raw SQL: prepared, on the connection that holds the lock.
 */
export class Relay {
  readonly #databaseUrl: string
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  readonly #forgetNudges: () => void
  readonly #pace = new LookPace()
  /** While another relay leads. */
  #callLeader: (() => void) | null = null

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
    this.#forgetNudges = onNudge((nudge) => {
      if (nudge === 'committed') this.#pace.now()
      else this.#pace.soon()
      this.#callLeader?.()
    })
    this.#running = this.#run()
  }

  /** Resolves when it has stopped publishing, and another may lead. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#forgetNudges()
    this.#pace.now()
    await this.#running
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted
  }

  async #run(): Promise<void> {
    let failures = 0
    while (!this.#closed) {
      let client: pg.Client | null = null
      try {
        client = await connect(this.#databaseUrl, 'relay', SESSION)
        await this.#waitToLead(client)
        await this.#lead(client, () => (failures = 0))
      } catch (error) {
        // A lost connection comes back at once; what fails again and again should be known.
        if (++failures === 3) process.emitWarning(`Events are not published: ${String(error)}`)
        await this.#pause(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0)
      } finally {
        this.#callLeader = null
        // With the connection goes the lock, and what was not committed.
        await client?.end().catch(() => undefined)
      }
    }
  }

  async #waitToLead(client: pg.Client): Promise<void> {
    const inTurn = oneByOne()
    this.#callLeader = callerOn(client, inTurn)
    const asked = { name: 'lead', text: 'SELECT pg_try_advisory_lock($1, 0) AS leads', values: [LOCK_SPACE] }
    while (!this.#closed) {
      const { rows } = await inTurn(() => client.query<{ leads: boolean }>(asked))
      if (rows[0]?.leads) break
      await this.#pause(STAND_BY_MS)
    }
    this.#callLeader = null
    // A call may still be under way.
    await inTurn(() => Promise.resolve())
  }

  async #lead(client: pg.Client, onTold: () => void): Promise<void> {
    client.on('notification', () => this.#pace.soon())
    await client.query(`LISTEN ${CALL_CHANNEL}`)
    let newest = await newestNumber(client)
    let pruneAt = 0
    while (!this.#closed) {
      this.#pace.begin()
      const { rows } = await client.query<Waiting>({ name: 'due', text: DUE, values: [ROWS_AT_ONCE] })
      if (rows.length > 0) {
        const events = rows.filter(isEvent)
        const jobs = rows.filter(isJob)
        if (events.length > 0) newest = await tell(client, events, newest)
        if (jobs.length > 0) await addJobs(client, jobs)
        this.#pace.soon()
        onTold()
      }
      if (performance.now() >= pruneAt) {
        await client.query(PRUNE, [newest])
        pruneAt = performance.now() + PRUNE_MS
      }
      if (rows.length === 0) await this.#pace.rest()
      else if (rows.length < ROWS_AT_ONCE) await this.#pause(GATHER_MS)
    }
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined)
  }
}

/** Runs statements of one connection one after another: pg takes one at a time. */
function oneByOne() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(statement: () => Promise<T>): Promise<T> => {
    const mine = last.then(statement)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** Has the relay that leads look, at most once in a while. */
function callerOn(client: pg.Client, inTurn: ReturnType<typeof oneByOne>): () => void {
  const query = { name: 'call', text: `SELECT pg_notify('${CALL_CHANNEL}', '')` }
  let nextAt = 0
  let calls = false
  return () => {
    if (calls || performance.now() < nextAt) return
    calls = true
    nextAt = performance.now() + CALL_MS
    // A connection that is lost fails the next try to lead as well.
    void inTurn(() => client.query(query))
      .catch(() => undefined)
      .finally(() => (calls = false))
  }
}

interface Waiting extends JoinedEvents {
  readonly id: string
  readonly job: string | null
}

const isEvent = (row: Waiting) => row.job === null
const isJob = (row: Waiting): row is Waiting & WaitingJob => row.job !== null

/** All of it, or nothing. Resolves with the number of the last event. */
async function tell(client: pg.Client, rows: readonly Waiting[], newest: number): Promise<number> {
  let number = newest
  const messages = joinUpTo(MAX_EVENT_BYTES, rows).map(({ payload, events }) => {
    number += events
    return { number, text: printMessage(number, payload) }
  })
  const values = [rows.map(({ id }) => id), messages.map((message) => message.number), messages.map(({ text }) => text), EVENT_CHANNEL]
  await client.query({ name: 'tell', text: TELL, values })
  return number
}

/** $1 how many. */
const DUE = 'SELECT id, job, payload, events FROM "Outbox" ORDER BY id LIMIT $1'

/** $1 rows, $2 numbers, $3 messages, $4 channel. A number that is there already fails: no event is published twice. */
const TELL = `
  WITH gone AS (DELETE FROM "Outbox" WHERE id = ANY($1::bigint[]))
  INSERT INTO "BusMessage" (number, payload) SELECT * FROM unnest($2::bigint[], $3::text[])
  RETURNING pg_notify($4, payload)`

/** $1 the newest number, whose row stays. An array, not IN: the planner would compare each row with each where it expects few. */
const PRUNE = `
  DELETE FROM "BusMessage" WHERE "toldAt" < now() - interval '10 minutes'
    AND number = ANY(ARRAY(SELECT number FROM "BusMessage" WHERE number < $1 ORDER BY number LIMIT 5000))`
