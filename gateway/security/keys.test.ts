import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY, HOUR, SECOND } from '../../schema/time.ts'
import { AccessTokens } from './AccessTokens.ts'
import { keyFolder, makeKey } from './keyFiles.ts'
import { SigningKeys } from './SigningKeys.ts'

const USER = '01a1fbe8-9ea8-74bb-b106-20d4589509ba'

let home: string
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-keys-'))
})
afterEach(() => rm(home, { recursive: true }))

test('a key is made once however many gateways start together, and only its owner may read it', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => makeKey(home, 'refresh')))
  expect(new Set(keys.map(({ key }) => Buffer.from(key).toString('hex'))).size).toBe(1)
  expect(keys[0]?.key).toHaveLength(32)
  expect(await readdir(keyFolder(home))).toEqual(['refresh.json'])
  expect((await stat(path.join(keyFolder(home), 'refresh.json'))).mode & 0o777).toBe(0o600)
  expect((await stat(keyFolder(home))).mode & 0o777).toBe(0o700)
  await writeFile(path.join(keyFolder(home), 'refresh.json'), JSON.stringify({ key: 'c2hvcnQ', madeAt: 0 }))
  await expect(makeKey(home, 'refresh')).rejects.toThrow('refresh.json is damaged. Put it back from a backup')
})

test('item 12: a key is replaced without signing anybody out, also at a gateway that has not heard of it', async () => {
  const [here, there] = [await SigningKeys.load(home), await SigningKeys.load(home)]
  const [signs, checks] = [new AccessTokens(here), new AccessTokens(there)]
  const before = await signs.issue(USER, USER, Date.now())
  await here.rotate()
  expect(here.newest.kid).toBe('2')
  const after = await signs.issue(USER, USER, Date.now())
  expect(await signs.verify(before)).toMatchObject({ ok: true, value: { userId: USER } })
  // A gateway looks for a number it does not know at most once a second, whatever strangers send.
  await expect.poll(async () => (await checks.verify(after)).ok, { timeout: 5 * SECOND }).toBe(true)
  expect((await checks.verify(before)).ok).toBe(true)
})

test('a key signs for thirty days, and is forgotten an hour after the last token it signed can be alive', async () => {
  const keys = await SigningKeys.load(home)
  const now = Date.now()
  await keys.rotateWhenDue(now + 29 * DAY)
  expect(keys.newest.kid).toBe('1')
  await keys.rotateWhenDue(now + 31 * DAY)
  expect(await readdir(keyFolder(home))).toEqual(['signing-2.json'])
  expect(keys.newest.kid).toBe('2')
})

test('the old key stays while its tokens live', async () => {
  const keys = await SigningKeys.load(home)
  await keys.rotate()
  await keys.rotateWhenDue(Date.now() + HOUR / 2)
  expect(await readdir(keyFolder(home))).toEqual(['signing-1.json', 'signing-2.json'])
})
