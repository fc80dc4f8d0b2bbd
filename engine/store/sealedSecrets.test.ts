import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealForEngine, splitSealed, type EngineKey, type SecretPlace } from '../../prisma/brokerAccounts/sealedSecret.ts'
import { EngineKeys, MissingKey } from '../broker/secrets/EngineKeys.ts'
import { openSealed, rewrap } from './sealedSecrets.ts'

const PLACE: SecretPlace = { owner: 'account-1', field: 'pin', version: 3 }

let home: string
let keys: EngineKeys
let first: EngineKey
let second: EngineKey
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-sealed-'))
  keys = new EngineKeys(home)
  first = (await keys.make(1))!
  second = (await keys.make(2))!
})
afterAll(() => rm(home, { recursive: true }))

const seal = (text = '4711') => sealForEngine(Buffer.from(text), PLACE, first)
const opened = async (sealed: Uint8Array, place = PLACE, by = keys) => Buffer.from(await openSealed(sealed, place, by)).toString()

describe('a secret sealed for the engine', () => {
  it('opens at its place, and at no other', async () => {
    const sealed = await seal()
    expect(await opened(sealed)).toBe('4711')
    for (const other of [{ owner: 'account-2' }, { field: 'totpSecret' }, { version: 2 }, { version: 4 }])
      await expect(opened(sealed, { ...PLACE, ...other })).rejects.toThrow()
  })

  it('stays shut when any of its bytes is changed or missing', async () => {
    const sealed = await seal()
    for (let at = 0; at < sealed.length; at++) {
      const changed = Uint8Array.from(sealed)
      changed[at]! ^= 1
      await expect(opened(changed)).rejects.toThrow()
    }
    await expect(opened(sealed.slice(0, -1))).rejects.toThrow()
    await expect(opened(new Uint8Array())).rejects.toThrow('no sealed secret')
  })

  it('has a nonce and a key of its own each time', async () => {
    const parts = await Promise.all(Array.from({ length: 500 }, () => seal().then(splitSealed)))
    const distinct = (of: (part: (typeof parts)[number]) => Uint8Array) =>
      new Set(parts.map((part) => Buffer.from(of(part)).toString('hex'))).size
    expect([distinct(({ nonce }) => nonce), distinct(({ wrappedKey }) => wrappedKey)]).toEqual([500, 500])
  })

  it('stays shut without the key folder', async () => {
    const elsewhere = new EngineKeys(path.join(home, 'copy'))
    await expect(opened(await seal(), PLACE, elsewhere)).rejects.toThrow(MissingKey)
    await elsewhere.make(1)
    await expect(opened(await seal(), PLACE, elsewhere)).rejects.toThrow()
  })

  it('is wrapped for a newer key with its content untouched, and as bound to its place as before', async () => {
    const sealed = await seal()
    const rewrapped = await rewrap(sealed, keys, second)
    const [before, after] = [splitSealed(sealed), splitSealed(rewrapped)]
    expect(after).toMatchObject({ keyNumber: 2, nonce: before.nonce, content: before.content, tag: before.tag })
    expect(await opened(rewrapped)).toBe('4711')
    await expect(opened(rewrapped, { ...PLACE, owner: 'account-2' })).rejects.toThrow()
  })
})
