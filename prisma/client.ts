import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { Prisma, PrismaClient } from './generated/client.ts'

export type Database = PrismaClient
/** The client, or the transaction it handed out. */
export type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/** How long a query or a transaction waits for a connection when all are taken. */
const WAIT_MS = 5_000

/** Connections that Prisma and readPrepared.ts share. */
export type Pool = pg.Pool

/** Where connections come from: the address of a database, for some of one's own, or a pool that others use too and its owner ends. */
export type DatabaseSource = string | Pool

/**
 * Opens a pool for what must not wait: two connections, made at once and kept however long nothing is asked. Statements that are prepared
 * on it read by index whatever the tables hold: a plan made while they were nearly empty stays when ten thousand rows come in one second.
 */
export function openLane(url: string, name: string): Pool {
  const pool = openPool(url, name, 2, 0, '-c enable_seqscan=off')
  // A later query gets the error.
  for (let i = 0; i < 2; i++)
    void pool.connect().then(
      (client) => client.release(),
      () => undefined,
    )
  return pool
}

/** Opens a pool on a PostgreSQL URL, `name` being what pg_stat_activity shows of its connections. `max` is the pool's size, `idleTimeoutMillis` how long one that is not used is kept (0: for ever); a statement that runs longer than 15 s is cancelled. `options`: of each of its sessions, as PostgreSQL's command line has them. */
export function openPool(url: string, name: string, max = 10, idleTimeoutMillis = 10_000, options?: string): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max,
    idleTimeoutMillis,
    ...(options === undefined ? {} : { options }),
    connectionTimeoutMillis: WAIT_MS,
    statement_timeout: 15_000,
  })
  // A connection was cut while it was idle, or between being handed out and being used. The next query fails or makes a new one; unheard, the
  // error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Prisma on a pool, which the caller ends after it, or on one of its own, on a PostgreSQL URL (see openPool). */
export function openDatabase(pool: Pool): Database
export function openDatabase(from: DatabaseSource, name: string, max?: number): Database
export function openDatabase(from: DatabaseSource, name = '', max = 10): Database {
  return new PrismaClient({
    adapter: typeof from === 'string' ? new PrismaPg(openPool(from, name, max), { disposeExternalPool: true }) : new PrismaPg(from),
    transactionOptions: { maxWait: WAIT_MS },
  })
}

/** Whether an error says that the database was too busy: no connection was free in time, or a transaction took too long and was rolled back. The same again later may go well. */
export function databaseWasBusy(error: unknown): boolean {
  // Prisma has one code for all that can be wrong with a transaction, its wrong use by us included.
  if (error instanceof Prisma.PrismaClientKnownRequestError)
    return error.code === 'P2028' && /Unable to start a transaction|expired transaction/.test(error.message)
  // The pool's own words: it has no code for it.
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}
