import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { CommandFailure, UsageError } from '../engine/cli/failures.ts'
import { build } from './build.ts'
import { packagesOf } from './packages/packagesOf.ts'
import { runCommand } from './runCommand.ts'

const USAGE = `Examples:
  npm run pack -- /opt/sakha

Builds, and copies what a server needs of it into a new folder: compiled engine, gateway, sandbox and commands, the web, the migrations,
and the packages that they load. Nothing in it is compiled or downloaded at a start. Run it there as:

  node --enable-source-maps dist/gateway/main.js
  node --enable-source-maps dist/engine/main.js
  node dist/scripts/doctor.js          and migrate.js, backup.js, restore.js, admin.js, engine.js

Exit codes: 0 done, 1 failed, 2 wrong usage.
`

/** Of the compiled product, what runs. */
const COMPILED = ['schema', 'prisma', 'engine', 'gateway', 'scripts', 'web']
const BESIDE = ['package.json', 'LICENSE', 'prisma/migrations', 'deploy/systemd', 'docs/operations.md']
/** Types, maps and documents of packages, and what Prisma's client has for other databases. */
const LEFT_OUT =
  /\.(d\.[cm]?ts|map|md|markdown|flow|tsbuildinfo)$|query_compiler_\w+\.(cockroachdb|mysql|sqlite|sqlserver)\.|query_compiler_small_bg/

await runCommand(USAGE, async (args) => {
  const [target, ...rest] = args
  if (!target || rest.length > 0) throw new UsageError('"FOLDER" is expected')
  const folder = path.resolve(target)
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new CommandFailure(`${folder} is not empty: give a new folder.`)
  await build()
  mkdirSync(folder, { recursive: true })
  for (const part of COMPILED) cpSync(path.join('dist', part), path.join(folder, 'dist', part), { recursive: true })
  for (const part of BESIDE) cpSync(part, path.join(folder, part), { recursive: true })
  const packages = packagesOf(COMPILED.filter((part) => part !== 'web').map((part) => path.join('dist', part)))
  for (const place of packages)
    cpSync(place, path.join(folder, place), {
      recursive: true,
      filter: (file) => !LEFT_OUT.test(file) && (file === place || path.basename(file) !== 'node_modules'),
    })
  return `${folder}: ${(sizeOf(folder) / 1_048_576).toFixed(0)} MB, ${packages.length} packages.`
})

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
}
