import type { Pool } from '../../../prisma/client.ts'
import type { SlowStatement, SystemDatabase } from '../../../schema/graphql/systemStatus.ts'

/**
 * How large the database is, who is connected, and what is slow there, where the server keeps that. Rejects when it does not answer.
 * Raw SQL: PostgreSQL's own views.
 */
export async function readDatabaseFacts(pool: Pool): Promise<SystemDatabase> {
  const [{ rows }, slow] = await Promise.all([
    pool.query<Pick<SystemDatabase, 'version' | 'bytes' | 'connections'>>(FACTS),
    readSlowStatements(pool),
  ])
  const [facts] = rows
  if (!facts) throw new Error('the database told nothing of itself')
  return { ...facts, ...slow }
}

async function readSlowStatements(pool: Pool): Promise<Pick<SystemDatabase, 'slowStatements' | 'slowStatementsProblem'>> {
  try {
    const { rows } = await pool.query<SlowStatement>(SLOW)
    return { slowStatements: rows, slowStatementsProblem: null }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const why = PROBLEMS[code]
    if (why === undefined) throw error
    return { slowStatements: [], slowStatementsProblem: why }
  }
}

/** By PostgreSQL's codes: an unknown table, a library that is not loaded, a missing right. */
const PROBLEMS: Readonly<Record<string, string>> = {
  '42P01': 'The extension pg_stat_statements is not installed in this database.',
  '55000': 'The extension pg_stat_statements is installed, but the server was started without it in shared_preload_libraries.',
  '42501': 'The role of this gateway may not read pg_stat_statements.',
}

const FACTS = `
  SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS bytes,
    (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections`

/** Statements on rows only: commands of other kinds may hold a password. */
const SLOW = String.raw`
  SELECT left(regexp_replace(query, '\s+', ' ', 'g'), 300) AS text, calls::float8 AS calls, mean_exec_time AS "meanMs"
  FROM pg_stat_statements
  WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query ~* '^\s*(select|insert|update|delete|with|merge)\M'
  ORDER BY mean_exec_time DESC LIMIT 10`
