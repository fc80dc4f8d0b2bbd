import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MarketTimeFile } from './MarketTimeFile.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sakha-market-time-'))
  path = join(folder, 'sandbox-market.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a market goes on where it was left, and never before, whatever part of a millisecond its speed has brought it to', () => {
  const at = Date.UTC(2026, 10, 30, 3, 45)
  for (const [written, read] of [
    [at, at],
    [at + 12.6, at + 13],
    [at + 13, at + 13],
  ] as const) {
    new MarketTimeFile(path).write('a', written)
    expect(new MarketTimeFile(path).read('a')).toBe(read)
  }
  expect(new MarketTimeFile(path).read('another')).toBeNull()
  expect(readdirSync(folder)).toEqual(['sandbox-market.json'])
})

test('a file that something else has written is named', () => {
  writeFileSync(path, '{"a":"noon"}')
  expect(() => new MarketTimeFile(path)).toThrow(`${path} is damaged; delete it`)
})
