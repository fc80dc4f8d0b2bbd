import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addFile, replaceFile } from './wholeFiles.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sakha-whole-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = () => path.join(folder, 'state.json')
const found = () => [readdirSync(folder), readFileSync(file(), 'utf8'), statSync(file()).mode & 0o777]

test('a file is put over an older one, and nothing else stays in the folder', () => {
  replaceFile(file(), 'older')
  replaceFile(file(), 'newer')
  expect(found()).toEqual([['state.json'], 'newer', 0o600])
})

test('a file that is added never takes the place of another', () => {
  expect([addFile(file(), 'first', 0o400), addFile(file(), 'second')]).toEqual([true, false])
  expect(found()).toEqual([['state.json'], 'first', 0o400])
})

test('what cannot be written leaves nothing behind, and says why', () => {
  expect(() => replaceFile(path.join(folder, 'none', 'state.json'), 'x')).toThrow('ENOENT')
  expect(readdirSync(folder)).toEqual([])
})

/** Who writes files in another way, and why a cut one of theirs decides no start. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'schema/wholeFiles.ts': 'is how',
  'engine/workers/runApart.ts': 'a value of the kernel',
  'gateway/app/printSchema.ts': 'a source, printed by the check',
  'gateway/topics/mail/Mailer.ts': 'mails where there is no mail server',
  'scripts/backup/backupKeys.ts': 'a new file of the operator’s, who is told its public half afterwards',
  'scripts/backup/dataFiles.ts': 'streams, synced and renamed together',
  'scripts/backup/makeBackup.ts': 'a stream, synced and renamed',
  'scripts/build.ts': 'a stamp: one that is cut means building again',
  'scripts/compressAssets.ts': 'made again by every build',
  'scripts/environmentExample.ts': 'a source, printed by the check',
  'scripts/launch/DataFolder.ts': 'an empty file, removed at once',
  'scripts/postgres/LocalPostgres.ts': 'initdb’s password file, removed at once, and folders made aside',
}

test('no file that decides a start is written otherwise', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const writes = ['schema', 'prisma', 'engine', 'gateway', 'scripts'].flatMap((part) =>
    readdirSync(path.join(root, part), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(part, ...name.split(path.sep)))
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\/testing\/|^scripts\/(bench|soak|test)\/|\/generated\//.test(name))
      .filter((name) =>
        /\b(writeFile|writeFileSync|renameSync|rename|createWriteStream)\(/.test(readFileSync(path.join(root, name), 'utf8')),
      ),
  )
  expect(writes.toSorted()).toEqual(Object.keys(OTHERWISE).toSorted())
})
