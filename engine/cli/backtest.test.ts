import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import os, { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CANDLE_CSV_HEADER } from '../../schema/market/candleCsv.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import { backtest } from './backtest.ts'

const memory = { bytes: 0 }
beforeEach(() => {
  vi.spyOn(os, 'totalmem').mockImplementation(() => memory.bytes)
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

it('a backtest whose columns would take more than a quarter of the machine’s memory is refused with the numbers', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sakha-cli-'))
  const candles = path.join(folder, 'day.csv')
  const open = istInstant('2024-01-01', 9 * 60 + 15)
  const lines = Array.from({ length: 375 }, (_, i) => `${new Date(open + i * MINUTE).toISOString()},100,101,99,100,1`)
  await writeFile(candles, [CANDLE_CSV_HEADER, ...lines, ''].join('\n'))
  const rules = path.join(folder, 'rules.json')
  await writeFile(rules, JSON.stringify({ interval: '1min', long: ['close', '>', 'bollinger(20,2).upper'] }))
  const run = () => backtest(['--candles', candles, '--strategy', rules])
  // Three columns of 375 bars of eight bytes are a quarter of 36,000.
  memory.bytes = 36_000
  await expect(run()).resolves.toContain('1 day')
  memory.bytes = 35_999
  await expect(run()).rejects.toThrow('need 3 columns of 375 bars each, 1,125 values; at most 1,124 fit.')
  await rm(folder, { recursive: true })
})
