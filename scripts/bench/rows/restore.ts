import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { openDatabase } from '../../../prisma/client.ts'
import { seedMarketTables } from '../../../prisma/marketTables.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { startSandbox } from '../../../engine/sandbox/startSandbox.ts'
import { istInstant, SECOND } from '../../../schema/time.ts'
import { makeBackupKey } from '../../backup/backupKeys.ts'
import { makeRoles } from '../../postgres/makeRoles.ts'
import { migrate } from '../../postgres/migrate.ts'
import type { DatabaseUrls } from '../../postgres/roles.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { subscribeUsers, withBenchServer } from '../measuring/benchDatabase.ts'
import { seedBooks } from '../measuring/seedBooks.ts'

const TRADES = 1_000_000
const USERS = 1_000
/** What an operator is promised (RTO). */
const MOST_SECONDS = 600
/** A process that is done says how much memory it held at most. */
const TELL_MEMORY = `data:text/javascript,process.on('exit',()=>process.stderr.write('\n'+process.resourceUsage().maxRSS))`
const COMPILED = path.join(import.meta.dirname, '../../..')
const run = promisify(execFile)

interface Done {
  readonly seconds: number
  readonly megabytes: number
}

/** A million trades with all that the books have of them: a backup, a restore into an empty database, and an engine on it that is ready. */
export async function restore(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sakha-restore-'))
  try {
    return await withBenchServer(async (server) => {
      const from = await makeRoles(server, 'sakha_bench')
      await migrate(from)
      const db = openDatabase(server.url('sakha_bench'), 'bench')
      await seedMarketTables(db, SHIPPED_MARKET_TABLES)
      await seedBooks(db, await subscribeUsers(db, USERS), TRADES)
      await db.$disconnect()

      const key = path.join(folder, 'key')
      const to = await makeBackupKey(key)
      const backup = await command('backup', ['make', path.join(folder, 'backups'), '--to', to], from, path.join(folder, 'old'))
      const [name = ''] = readdirSync(path.join(folder, 'backups'))
      const file = path.join(folder, 'backups', name)
      const target = await makeRoles(server, 'sakha_restored')
      const home = path.join(folder, 'new')
      const restored = await command('restore', [file, '--key', key], target, home)
      const readySeconds = await startEngine(target, home)
      const seconds = restored.seconds + readySeconds
      const parts = `restored and books checked ${restored.seconds.toFixed(0)} s, engine ready ${readySeconds.toFixed(0)} s`
      const size = (statSync(file).size / 1_048_576).toFixed(0)
      return [
        {
          what: `restore of ${TRADES.toLocaleString('en-US')} trades with signals, legs, orders and fills into an empty database, until an engine on it is ready`,
          ours: `${seconds.toFixed(0)} s (${parts}), ${Math.round(restored.megabytes)} MB resident at most`,
          peer: `its backup: ${backup.seconds.toFixed(0)} s, ${size} MB, ${Math.round(backup.megabytes)} MB resident at most`,
          ratio: '',
          wanted: `≤ ${MOST_SECONDS / 60} min`,
          reached: seconds <= MOST_SECONDS,
        },
      ]
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** One of the operator's commands, as a process of its own. */
async function command(name: 'backup' | 'restore', args: readonly string[], { owner, runtime }: DatabaseUrls, home: string): Promise<Done> {
  const env = { ...process.env, DATABASE_URL: runtime, MIGRATION_URL: owner, SAKHA_HOME: home }
  const startedAt = performance.now()
  const { stderr } = await run(process.execPath, ['--import', TELL_MEMORY, path.join(COMPILED, 'scripts', `${name}.js`), ...args], { env })
  return { seconds: (performance.now() - startedAt) / SECOND, megabytes: Number(stderr.split('\n').at(-1)) / 1_024 }
}

/** Seconds from the start of an engine on a database until it trades. */
async function startEngine({ runtime }: DatabaseUrls, home: string): Promise<number> {
  const sandbox = await startSandbox({ port: 0, home, speed: 1, seed: 1, start: istInstant('2026-07-01', 10 * 60), replay: new Map() })
  const settings = { DATABASE_URL: runtime, SAKHA_HOME: home, SANDBOX_PORT: String(sandbox.port), ENGINE_PORT: '0' }
  const startedAt = performance.now()
  const child = spawn(process.execPath, [path.join(COMPILED, 'engine/main.js')], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the engine ended with ${String(code)}`)))
    await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
    return (performance.now() - startedAt) / SECOND
  } finally {
    child.kill()
    await once(child, 'close')
    await sandbox.stop()
  }
}
