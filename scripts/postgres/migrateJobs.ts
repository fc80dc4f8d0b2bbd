import { Logger, runMigrations } from 'graphile-worker'
import { runSql } from './runSql.ts'

/** Brings the tables of jobs, graphile-worker's own, to what the installed version needs. Any granted role may use them. */
export async function migrateJobs(ownerUrl: string): Promise<void> {
  await runMigrations({ connectionString: ownerUrl, logger: new Logger(() => () => undefined) })
  await runSql(ownerUrl, OPEN_ROWS)
}

/** The library's tables show their rows to their owner alone, which is not the role that runs jobs. Grants say what that one may do. */
const OPEN_ROWS = `DO $$ DECLARE it record; BEGIN
  FOR it IN SELECT oid::regclass AS name FROM pg_class WHERE relnamespace = 'graphile_worker'::regnamespace AND relrowsecurity LOOP
    EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', it.name);
  END LOOP;
END $$`
