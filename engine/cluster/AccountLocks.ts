import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from '../../prisma/connect.ts'
import type { LockAccount } from '../broker/accounts/AccountRecords.ts'

/** Names these advisory locks among all others of the database. */
const LOCK_SPACE = 6_486
const LOOK_MS = 100

/**
 * Accounts sign in one at a time, in all processes: a lock that PostgreSQL forgets when its holder dies. All locks of a process are of one
 * connection, made when it is first needed.
 * Raw SQL: advisory locks of a session.
 */
export class AccountLocks implements LockAccount {
  readonly #databaseUrl: string
  readonly #tails = new Map<string, Promise<unknown>>()
  #client: Promise<pg.Client> | null = null

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
  }

  /** Rejects also when the database does not answer. */
  async run<T>(account: string | null, job: () => Promise<T>): Promise<T> {
    const key = account ?? 'installation'
    const before = this.#tails.get(key)
    const mine = (before ?? Promise.resolve()).then(() => this.#locked(key, job))
    const tail = mine.then(nothing, nothing).then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
    })
    this.#tails.set(key, tail)
    return mine
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null)
    await client?.end().catch(nothing)
  }

  async #locked<T>(key: string, job: () => Promise<T>): Promise<T> {
    const client = await this.#connection()
    while (!(await isLocked(client, key))) await sleep(LOOK_MS)
    try {
      return await job()
    } finally {
      await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [LOCK_SPACE, key]).catch(nothing)
    }
  }

  #connection(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const made = connect(this.#databaseUrl, 'broker-accounts')
    const forget = () => {
      if (this.#client === made) this.#client = null
    }
    this.#client = made
    made.then((client) => client.once('end', forget), forget)
    return made
  }
}

async function isLocked(client: pg.Client, key: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [LOCK_SPACE, key])
  return rows[0]?.locked === true
}

function nothing(): void {
  // Each job's caller gets its result.
}
