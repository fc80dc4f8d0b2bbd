import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parseCandleCsv } from '../../../schema/market/candleCsv.ts'
import { toColumns, type CandleColumns } from '../../../schema/market/candles.ts'

const FOLDER = process.env['SAKHA_REAL_DATA'] ?? '../shared/data'

/** The one-minute candles of a recorded quarter, such as `NIFTY-1min-2024Q1`; null when the folder of recordings does not have it. */
export function realCandles(name: string): CandleColumns | null {
  const file = path.resolve(FOLDER, `${name}.csv.gz`)
  if (!existsSync(file)) return null
  const parsed = parseCandleCsv(gunzipSync(readFileSync(file)).toString('utf8'))
  if (!parsed.ok) throw new Error(`${name}, line ${parsed.error.line}: ${parsed.error.reason}`)
  return toColumns(parsed.value)
}
