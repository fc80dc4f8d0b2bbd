import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Without a window, which costs a walk through a screen more than a quarter of its processor time. */
const SHELL = 'chromium-headless-shell'
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Where the first of these programs is, from CHROMIUM_PATH or on PATH; null when there is none. */
function findBrowser(names: readonly string[]): string | null {
  const named = process.env['CHROMIUM_PATH']
  if (named) return existsSync(named) ? named : null
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  for (const name of names) for (const folder of folders) if (existsSync(path.join(folder, name))) return path.join(folder, name)
  return null
}

/**
 * Finds a Chromium, or installs Debian's where this user may: a `whole` browser, or one whose pages have no window where there is one.
 * Throws one clear message when neither can be done.
 */
export function requireBrowser(kind: 'whole' | 'headless'): string {
  const names = kind === 'whole' ? WHOLE : [SHELL, ...WHOLE]
  const found = findBrowser(names)
  if (found) return found
  const advice = 'Install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH to a Chromium or Chrome, then run npm test again.'
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    throw new Error(`The browser tests need a Chromium and none was found. ${advice}`)
  }
  process.stdout.write('No Chromium found; installing Debian’s (about half a minute) …\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', names[0]!],
  ]) {
    const result = spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
    if (result.status !== 0) throw new Error(`apt-get ${args[0]} failed: ${result.stderr.trim()}\n${advice}`)
  }
  const installed = findBrowser(names)
  if (!installed) throw new Error(`Chromium was installed but is not on the PATH. ${advice}`)
  return installed
}
