import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { parseCandleCsv } from '../../schema/market/candleCsv.ts'
import { foldColumns, INTERVAL_MINUTES, toColumns, type CandleColumns, type Interval } from '../../schema/market/candles.ts'
import { CommandFailure } from './failures.ts'

const unzip = promisify(gunzip)

/** Reads a .csv or .csv.gz file of one-minute candles, folded to the interval. Throws a CommandFailure naming file, line and reason. */
export async function readCandles(file: string, interval: Interval): Promise<CandleColumns> {
  const candles = parseCandleCsv(await readText(file))
  if (!candles.ok) throw new CommandFailure(`${file}: line ${candles.error.line}: ${candles.error.reason}`)
  return foldColumns(toColumns(candles.value), INTERVAL_MINUTES[interval])
}

/** Reads a text file, unpacked when its name ends in .gz. Throws a CommandFailure naming the file and what is wrong. */
export async function readText(file: string): Promise<string> {
  try {
    const bytes = await readFile(file)
    return (file.endsWith('.gz') ? await unzip(bytes) : bytes).toString('utf8')
  } catch (error) {
    throw new CommandFailure(`${file}: ${reason(error)}`, { cause: error })
  }
}

const REASONS = new Map([
  ['ENOENT', 'no such file'],
  ['EACCES', 'no permission to read it'],
  ['EISDIR', 'is a folder, not a file'],
  ['Z_DATA_ERROR', 'is not a gzip file, or is damaged'],
  ['Z_BUF_ERROR', 'is cut short'],
])

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return ('code' in error && typeof error.code === 'string' && REASONS.get(error.code)) || error.message
}
