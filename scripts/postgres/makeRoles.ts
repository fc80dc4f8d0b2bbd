import pg from 'pg'
import type { LocalPostgres } from './LocalPostgres.ts'
import { OWNER, RUNTIME, SUPERUSER, roleUrl, type DatabaseUrls } from './roles.ts'
import { runSql } from './runSql.ts'

/**
 * Makes a database of a packaged server and its two roles where they are missing, and hands over to the owner what an older version left
 * in the superuser's hands. The database is empty, or as it was: migrate.ts brings it up to date.
 */
export async function makeRoles(server: LocalPostgres, database: string): Promise<DatabaseUrls> {
  const superuser = server.url(database)
  const urls = { owner: roleUrl(superuser, OWNER), runtime: roleUrl(superuser, RUNTIME) }
  const found = await runSql(server.url('postgres'), `SELECT FROM pg_database WHERE datname = ${pg.escapeLiteral(database)}`)
  const create = found.length > 0 ? [] : [`CREATE DATABASE ${pg.escapeIdentifier(database)}`]
  await runSql(server.url('postgres'), ...create, ...[urls.owner, urls.runtime].map(role), ...['postgres', 'template1'].map(close))
  const name = pg.escapeIdentifier(database)
  const given = [`GRANT CONNECT ON DATABASE ${name} TO ${OWNER}, ${RUNTIME}`, `ALTER DATABASE ${name} OWNER TO ${OWNER}`]
  await runSql(superuser, close(database), ...given, HAND_OVER)
  return urls
}

/** A role with its password: made, or corrected. */
function role(url: string): string {
  const { username, password } = new URL(url)
  const rights = `LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${pg.escapeLiteral(decodeURIComponent(password))}`
  return `DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${username}') THEN CREATE ROLE ${username}; END IF;
    ALTER ROLE ${username} ${rights};
  END $$`
}

/** Everyone may connect to a new database, and make temporary tables there, until this runs. */
function close(database: string): string {
  return `REVOKE ALL ON DATABASE ${pg.escapeIdentifier(database)} FROM PUBLIC`
}

/** Our schema and the jobs' schema. */
const OURS = "('public', 'graphile_worker')"
/** Schemas, tables, views, functions and types; what belongs to a table follows it. REASSIGN OWNED refuses what the first superuser of a cluster owns. */
const HAND_OVER = `DO $$ DECLARE it record; BEGIN
  FOR it IN
    SELECT 'SCHEMA' AS kind, nspname::text AS name FROM pg_namespace WHERE nspname = 'graphile_worker' AND nspowner = '${SUPERUSER}'::regrole
    UNION ALL
    SELECT 'TABLE', oid::regclass::text FROM pg_class
    WHERE relnamespace::regnamespace::text IN ${OURS} AND relkind IN ('r', 'p', 'v', 'm') AND relowner = '${SUPERUSER}'::regrole
    UNION ALL
    SELECT 'ROUTINE', oid::regprocedure::text FROM pg_proc
    WHERE pronamespace::regnamespace::text IN ${OURS} AND proowner = '${SUPERUSER}'::regrole
    UNION ALL
    SELECT 'TYPE', oid::regtype::text FROM pg_type
    WHERE typnamespace::regnamespace::text IN ${OURS} AND typtype IN ('e', 'd') AND typowner = '${SUPERUSER}'::regrole
    UNION ALL
    SELECT 'TYPE', reltype::regtype::text FROM pg_class
    WHERE relnamespace::regnamespace::text IN ${OURS} AND relkind = 'c' AND relowner = '${SUPERUSER}'::regrole
  LOOP
    EXECUTE format('ALTER %s %s OWNER TO ${OWNER}', it.kind, it.name);
  END LOOP;
END $$`
