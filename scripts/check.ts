import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { breakingChanges } from './breakingChanges.ts'
import { brokenImportRules } from './brokenImportRules.ts'
import { LocalPostgres, removeCluster } from './postgres/LocalPostgres.ts'
import { SUPPLY_CHAIN_CHECKS } from './packages/supplyChainChecks.ts'
import { makeRoles } from './postgres/makeRoles.ts'
import { migrate } from './postgres/migrate.ts'
import { prisma } from './postgres/prisma.ts'
import { freePort } from './processes/freePort.ts'
import { runChecks } from './runChecks.ts'
import { unexplainedSql } from './unexplainedSql.ts'

const SCHEMA = 'schema/schema.graphql'
/** As clients know it: of the last release. */
const PUBLISHED_SCHEMA = 'schema/published.graphql'

/** One check: its name and what is wrong, or null. */
const CHECKS: readonly (readonly [string, () => Promise<string | null>])[] = [
  // They take the longest. Each reads the types of one tsconfig.json.
  ['lint of the servers', () => tool('eslint/bin/eslint.js', ['--max-warnings', '0', '--ignore-pattern', 'web/', '.'])],
  ['lint of the web', () => tool('eslint/bin/eslint.js', ['--max-warnings', '0', 'web'])],
  ['format', () => tool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.'])],
  ['types of the servers', () => tool('typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.json'])],
  ['types of the web', () => tool('typescript/bin/tsc', ['--noEmit', '-p', 'web/tsconfig.json'])],
  ['import rules', brokenImportRules],
  ['reasons for raw SQL', unexplainedSql],
  ['printed API schema', () => unchanged([SCHEMA], () => node(['--import', '#typescript', 'gateway/app/printSchema.ts']))],
  ['API for its clients', staysCompatible],
  ['generated API types', () => tool('@graphql-codegen/cli/cjs/bin.js', ['--check', '--silent'])],
  ['settings example', () => unchanged(['.env.example'], () => node(['--import', '#typescript', 'scripts/environmentExample.ts']))],
  ['migrations against the tables', migrationsMatch],
]

const fault = (wrong: string | null) => (wrong === null ? null : { fault: wrong })
await runChecks([...CHECKS.map(([name, run]) => [name, async () => fault(await run())] as const), ...SUPPLY_CHAIN_CHECKS])

async function tool(entry: string, args: readonly string[]): Promise<string | null> {
  return node([path.join('node_modules', entry), ...args])
}

/** Runs Node; resolves with its output when it fails, else with null. */
async function node(args: readonly string[]): Promise<string | null> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, FORCE_COLOR: '0' } })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0 ? null : output.trim()
}

/** Whether files still say the same after the tool that makes them has run. */
async function unchanged(files: readonly string[], make: () => Promise<string | null>): Promise<string | null> {
  const before = files.map((file) => readFileSync(file, 'utf8'))
  const wrong = await make()
  if (wrong) return wrong
  const drifted = files.filter((file, i) => readFileSync(file, 'utf8') !== before[i])
  return drifted.length > 0 ? `${drifted.join(', ')} was out of date and has been written anew: commit it` : null
}

/** Whether everything that the published API has is still there. */
async function staysCompatible(): Promise<string | null> {
  const changes = breakingChanges(readFileSync(PUBLISHED_SCHEMA, 'utf8'), readFileSync(SCHEMA, 'utf8'))
  if (changes.length === 0) return null
  return [...changes, `Deprecate instead; what was never released is published anew by copying ${SCHEMA} over ${PUBLISHED_SCHEMA}.`].join(
    '\n',
  )
}

/** Whether the migrations lead to the tables of prisma/schema.prisma, seen on a real PostgreSQL. */
async function migrationsMatch(): Promise<string | null> {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'sakha-check-')), 'postgres')
  const server = new LocalPostgres({ folder, port: await freePort(), password: 'only-for-this-check', durable: false })
  try {
    await server.start()
    const urls = await makeRoles(server, 'sakha_check')
    await migrate(urls)
    await prisma(['migrate', 'diff', '--from-config-datasource', '--to-schema', 'prisma/schema.prisma', '--exit-code'], urls.owner)
    return null
  } finally {
    await server.stop()
    await removeCluster(folder)
  }
}
