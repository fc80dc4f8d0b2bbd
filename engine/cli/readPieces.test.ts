import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readText } from './readText.ts'

const TEXT = 'time;close\n2024-01-01 09:15;₹21,712.00\n'

describe('a text file', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sakha-text-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const utf16 = Buffer.from(`\uFEFF${TEXT}`, 'utf16le')
  it.each([
    ['plain', 'plain.csv', Buffer.from(TEXT)],
    ['packed', 'packed.csv.gz', gzipSync(TEXT)],
    ['packed without saying so in its name', 'packed.csv', gzipSync(TEXT)],
    ['plain, though its name says that it is packed', 'plain.csv.gz', Buffer.from(TEXT)],
    ['of two bytes a character, the small one first', 'little.csv', utf16],
    ['of two bytes a character, the great one first', 'big.csv', Buffer.from(utf16).swap16()],
    ['empty', 'empty.csv', Buffer.alloc(0)],
  ])('is read when it is %s', async (_, name, bytes) => {
    const file = path.join(folder, name)
    await writeFile(file, bytes)
    expect(await readText(file)).toBe(bytes.length === 0 ? '' : TEXT)
  })

  it('that is packed and damaged is refused by its name', async () => {
    const file = path.join(folder, 'damaged.csv')
    await writeFile(file, gzipSync(TEXT).subarray(0, 30))
    await expect(readText(file)).rejects.toThrow(`${file}: is cut short`)
    await expect(readText(path.join(folder, 'none.csv'))).rejects.toThrow('no such file')
    await expect(readText(folder)).rejects.toThrow('is a folder, not a file')
  })
})
