import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sodium from 'libsodium-wrappers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EngineKeys, MissingKey } from './EngineKeys.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sakha-keys-'))
})
afterEach(() => rm(home, { recursive: true }))

const file = (number: number) => path.join(home, 'broker-keys', `${number}.key`)

describe('the engine’s key pairs', () => {
  it('are files that their owner alone may read, in a folder of his', async () => {
    const keys = new EngineKeys(home)
    expect(await keys.all()).toEqual([])
    const made = await keys.make(1)
    expect(made).toMatchObject({ number: 1 })
    expect((await stat(file(1))).mode & 0o777).toBe(0o400)
    expect((await stat(path.dirname(file(1)))).mode & 0o777).toBe(0o700)
    expect(await new EngineKeys(home).all()).toEqual([made])
  })

  it('never take the place of one that is there, however many are made at once', async () => {
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => new EngineKeys(home).make(1)))
    const [winner, ...others] = made.filter((key) => key !== null)
    expect(others).toEqual([])
    expect(await new EngineKeys(home).all()).toEqual([winner])
    const before = await readFile(file(1), 'utf8')
    expect(await new EngineKeys(home).make(1)).toBeNull()
    expect(await readFile(file(1), 'utf8')).toBe(before)
  })

  it('open what is boxed for them, those that came later too, and say which one is missing', async () => {
    const [early, late] = [new EngineKeys(home), new EngineKeys(home)]
    await early.make(1)
    const second = await late.make(2)
    const box = sodium.crypto_box_seal(Buffer.from('word'), second!.publicKey)
    expect(Buffer.from(await early.unwrap(2, box)).toString()).toBe('word')
    await expect(early.unwrap(1, box)).rejects.toThrow()
    await expect(early.unwrap(3, box)).rejects.toThrow(MissingKey)
    await expect(early.unwrap(3, box)).rejects.toThrow(file(3))
  })

  it('that are damaged are told by their file, without what is in it', async () => {
    await new EngineKeys(home).make(1)
    await rm(file(1))
    await writeFile(file(1), 'c29tZXRoaW5nIGVsc2U=')
    const told = await new EngineKeys(home).all().catch(String)
    expect(told).toBe(`Error: ${file(1)} is damaged`)
  })
})
