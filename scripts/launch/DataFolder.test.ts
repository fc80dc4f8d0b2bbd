import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataFolder } from './DataFolder.ts'

let home: string
beforeEach(() => {
  home = path.join(mkdtempSync(path.join(tmpdir(), 'sakha-folder-')), 'data')
})
afterEach(() => rmSync(path.dirname(home), { recursive: true }))

test('the database password is kept, readable by its owner only', () => {
  expect(new DataFolder(home).databasePassword()).toBeNull()
  new DataFolder(home).keepDatabasePassword('s3cret')
  expect(new DataFolder(home).databasePassword()).toBe('s3cret')
  expect(statSync(path.join(home, 'database.json')).mode & 0o777).toBe(0o600)
})

test('a folder that others may read is shut when the product starts, with the secrets in it', () => {
  const own = process.getuid?.() === 0 ? 0o711 : 0o700
  mkdirSync(path.join(home, 'gateway-keys'), { recursive: true })
  const files = ['database.json', 'sandbox-accounts.json', 'gateway-keys/refresh.json'].map((name) => path.join(home, name))
  for (const file of files) writeFileSync(file, '{}')
  for (const file of files) chmodSync(file, 0o644)
  writeFileSync(path.join(home, 'notes.txt'), 'mine')
  chmodSync(path.join(home, 'notes.txt'), 0o644)
  for (const folder of [home, path.join(home, 'gateway-keys')]) chmodSync(folder, 0o755)
  new DataFolder(home)
  const modeOf = (file: string) => statSync(file).mode & 0o777
  expect([modeOf(home), modeOf(path.join(home, 'gateway-keys')), ...files.map(modeOf)]).toEqual([own, 0o700, 0o600, 0o600, 0o600])
  // Not of the product.
  expect(modeOf(path.join(home, 'notes.txt'))).toBe(0o644)
})

test.each(['', '{"pass', '{"pid', '{}', 'null', '\0\0\0\0'])(
  'after a power cut that left %j in its files it is claimed, and has no password',
  (left) => {
    const folder = new DataFolder(home)
    for (const name of ['launcher.json', 'database.json']) writeFileSync(path.join(home, name), left)
    expect([folder.claim(), folder.databasePassword()]).toEqual([true, null])
    expect(readdirSync(home).toSorted()).toEqual(['database.json', 'launcher.json'])
  },
)

test('a folder that cannot be made is refused with its path and the way out', () => {
  writeFileSync(path.join(path.dirname(home), 'file'), '')
  expect(() => new DataFolder(path.join(path.dirname(home), 'file', 'data'))).toThrow(/file\/data cannot be written \(E\w+\).*SAKHA_HOME/)
})

test('a folder that a living launcher holds is refused with its process; a dead one’s claim is taken over', async () => {
  const folder = new DataFolder(home)
  expect(folder.claim()).toBe(false)
  // The name on the command line distinguishes a launcher from a program that got its number later.
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume()', 'run.mjs'], { stdio: ['pipe', 'ignore', 'ignore'] })
  await once(other, 'spawn')
  writeFileSync(path.join(home, 'launcher.json'), JSON.stringify({ pid: other.pid }))
  expect(() => folder.claim()).toThrow(new RegExp(`process ${other.pid}`))
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(folder.claim()).toBe(true)
})

test('a reset removes what the product wrote and leaves the rest', async () => {
  const folder = new DataFolder(home)
  folder.keepDatabasePassword('s3cret')
  writeFileSync(path.join(home, 'notes.txt'), 'mine')
  await folder.reset()
  expect(existsSync(path.join(home, 'database.json'))).toBe(false)
  expect(existsSync(path.join(home, 'notes.txt'))).toBe(true)
})
