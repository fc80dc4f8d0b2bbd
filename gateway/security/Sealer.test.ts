import { createCipheriv, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyFolder, makeKey } from './keyFiles.ts'
import { sealedWith, Sealer } from './Sealer.ts'
import { SealingKeys } from './SealingKeys.ts'

const secret = new Uint8Array(randomBytes(20))

let home: string
let keys: SealingKeys
let sealer: Sealer
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-sealer-'))
  keys = await SealingKeys.load(home)
  sealer = new Sealer(keys)
})
afterEach(() => rm(home, { recursive: true }))

test('what is sealed opens for its owner, and looks different each time', async () => {
  const [one, two] = [await sealer.seal(secret, 'asha'), await sealer.seal(secret, 'asha')]
  expect(await sealer.open(one, 'asha')).toEqual(secret)
  expect(one).not.toEqual(two)
})

test('item 34: another owner, another key, one flipped bit or nothing left of it keep it shut', async () => {
  const sealed = await sealer.seal(secret, 'asha')
  await expect(sealer.open(sealed, 'ravi')).rejects.toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const bent = sealed.slice()
    bent[at] = bent[at]! ^ 1
    await expect(sealer.open(bent, 'asha'), `byte ${at}`).rejects.toThrow()
  }
  for (const length of [0, 4, 8, 20, 35]) await expect(sealer.open(sealed.slice(0, length), 'asha')).rejects.toThrow()
  await rm(keyFolder(home), { recursive: true })
  await expect(new Sealer(await SealingKeys.load(home)).open(sealed, 'asha')).rejects.toThrow()
})

test('a new key seals at once, also in a gateway that has not heard of it, and the old ones still open', async () => {
  const elsewhere = new Sealer(await SealingKeys.open(home))
  const before = await elsewhere.seal(secret, 'asha')
  expect(await keys.rotate()).toBe(2)
  const after = await sealer.seal(secret, 'asha')
  expect([sealedWith(before), sealedWith(after), sealedWith(await elsewhere.seal(secret, 'asha'))]).toEqual([1, 2, 2])
  for (const sealed of [before, after]) {
    expect(await elsewhere.open(sealed, 'asha')).toEqual(secret)
    expect(await sealer.open(sealed, 'asha')).toEqual(secret)
  }
  await keys.remove(1)
  await expect(sealer.open(before, 'asha')).rejects.toThrow('The sealing key 1 is not there.')
  expect(await readdir(keyFolder(home))).toEqual(['sealing-2.json'])
})

test('what was sealed before keys had numbers opens, and stays bound to its owner', async () => {
  await rm(keyFolder(home), { recursive: true })
  const { key } = await makeKey(home, 'sealing')
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('asha'))
  const old = new Uint8Array(Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]))
  const present = new Sealer(await SealingKeys.load(home))
  expect(await present.open(old, 'asha')).toEqual(secret)
  await expect(present.open(old, 'ravi')).rejects.toThrow()
  expect(sealedWith(await present.seal(secret, 'asha'))).toBe(0)
  expect(await present.open(await present.seal(secret, 'asha'), 'asha')).toEqual(secret)
  expect(await (await SealingKeys.load(home)).rotate()).toBe(1)
  expect(sealedWith(await present.seal(secret, 'asha'))).toBe(1)
  expect(await present.open(old, 'asha')).toEqual(secret)
})

test('gateways that start together have one key', async () => {
  await rm(keyFolder(home), { recursive: true })
  const all = await Promise.all(Array.from({ length: 8 }, () => SealingKeys.load(home)))
  const sealed = await Promise.all(all.map((one) => new Sealer(one).seal(secret, 'asha')))
  for (const one of sealed) expect(await new Sealer(all[0]!).open(one, 'asha')).toEqual(secret)
})
