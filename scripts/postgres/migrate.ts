import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import path from 'node:path'
import pg from 'pg'
import { migrateJobs } from './migrateJobs.ts'
import type { DatabaseUrls } from './roles.ts'
import { grantRuntime } from './runtimeGrants.ts'

/**
 * Brings a database to the newest migration, that of jobs included, creating it when it is missing, and gives the runtime role what it needs
 * of it where that is another than the owner. Throws with the tool's own words when it cannot.
 */
export async function migrate(urls: DatabaseUrls): Promise<void> {
  await prisma(['migrate', 'deploy'], urls.owner)
  await migrateJobs(urls.owner)
  const runtime = roleOf(urls.runtime)
  if (runtime !== roleOf(urls.owner)) await grantRuntime(urls.owner, runtime)
}

/** Whom an address connects as, PGUSER included. */
export function roleOf(url: string): string {
  const { user } = new pg.Client({ connectionString: url })
  if (!user) throw new Error('The address of the database names no user.')
  return user
}

/** Runs Prisma's command line with a database; resolves with what it printed. */
export async function prisma(args: readonly string[], url: string): Promise<string> {
  const entry = path.join(path.dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build', 'index.js')
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...process.env, DATABASE_URL: url, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`prisma ${args.slice(0, 2).join(' ')} failed: ${output.trim()}`)
  return output
}
