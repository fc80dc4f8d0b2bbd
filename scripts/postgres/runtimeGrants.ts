import pg from 'pg'
import { runSql } from './runSql.ts'

/** Rows that the product writes once: nothing it does changes or removes one. */
export const WRITTEN_ONCE: readonly string[] = [
  'AgentAnalysis',
  'AuditEntry',
  'DailyLossStop',
  'DryFill',
  'Fill',
  'FillIncident',
  'MarketChange',
  'RiskAcceptance',
  'StrategyVersion',
]
/** Rows that functions of the tables' owner write: the product reads them. */
const READ_ONLY: readonly string[] = ['AgentCheckpoint']
/** Prisma's own list, which only the owner of the tables keeps. */
const MIGRATIONS = '_prisma_migrations'
/** Of graphile-worker's tables (migrateJobs.ts), those that adding and running jobs read and write … */
const JOB_TABLES = ['_private_jobs', '_private_job_queues', '_private_tasks', '_private_known_crontabs']
  .map((name) => `graphile_worker.${name}`)
  .join(', ')
/** … and the one by which workers see that they know the others. */
const JOB_MIGRATIONS = 'graphile_worker.migrations'

/**
 * The statements, for the owner of the tables, that let `runtime` do what gateway and engine do, and no more: read and write rows, not
 * empty, change or make tables. What it may do with these tables beyond that is revoked. Tables of later migrations are covered until
 * the next call does the same for each.
 */
export async function runtimeGrants(ownerUrl: string, runtime: string): Promise<readonly string[]> {
  const relations = await runSql<{ name: string; view: boolean }>(ownerUrl, OWN_RELATIONS)
  const to = pg.escapeIdentifier(runtime)
  const named = (names: readonly string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ')
  const grant = (rights: string, names: readonly string[]) => (names.length === 0 ? [] : [`GRANT ${rights} ON ${named(names)} TO ${to}`])
  const toRead = relations.filter(({ name, view }) => view || READ_ONLY.includes(name)).map(({ name }) => name)
  const tables = relations.filter(({ name, view }) => !view && name !== MIGRATIONS && !READ_ONLY.includes(name)).map(({ name }) => name)
  const all = relations.map(({ name }) => name)
  const rows = 'SELECT, INSERT, UPDATE, DELETE'
  return [
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    `GRANT USAGE ON SCHEMA public TO ${to}`,
    ...(all.length === 0 ? [] : [`REVOKE ALL ON ${named(all)} FROM ${to}`]),
    ...grant('SELECT', toRead),
    ...grant(
      'SELECT, INSERT',
      tables.filter((name) => WRITTEN_ONCE.includes(name)),
    ),
    ...grant(
      rows,
      tables.filter((name) => !WRITTEN_ONCE.includes(name)),
    ),
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ${rows} ON TABLES TO ${to}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO ${to}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO ${to}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA graphile_worker FROM ${to}`,
    `GRANT USAGE ON SCHEMA graphile_worker TO ${to}`,
    `GRANT ${rows} ON ${JOB_TABLES} TO ${to}`,
    `GRANT SELECT ON ${JOB_MIGRATIONS} TO ${to}`,
  ]
}

/** Says so in the database, at once for all tables. Two that do it at the same time take turns. */
export async function grantRuntime(ownerUrl: string, runtime: string): Promise<void> {
  const grants = await runtimeGrants(ownerUrl, runtime)
  await runSql(ownerUrl, 'BEGIN', "SELECT pg_advisory_xact_lock(hashtext('sakha.grants'))", ...grants, 'COMMIT')
}

/** Tables and views in whose owner's name the caller may act, except what an extension brought. */
const OWN_RELATIONS = `
  SELECT relname AS name, relkind = 'v' AS view FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND pg_has_role(relowner, 'USAGE')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
  ORDER BY relname`
