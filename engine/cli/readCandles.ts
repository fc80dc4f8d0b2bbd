import { IndexMinutes } from '../../schema/market/IndexMinutes.ts'
import { ColumnWriter } from '../../schema/market/ColumnWriter.ts'
import { foldColumns, INTERVAL_MINUTES, type CandleColumns, type Interval } from '../../schema/market/candles.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import type { FileReading } from '../../schema/market/csv/FileReading.ts'
import type { LeftOut } from '../../schema/market/SessionSieve.ts'
import { CommandFailure } from './failures.ts'
import { readPieces } from './readPieces.ts'

/** What a candle file holds. */
export interface CandleFile extends LeftOut {
  readonly candles: CandleColumns
}

/** Reads a file of an index's one-minute candles, folded to the interval. Throws a CommandFailure naming file, line and reason. */
export async function readCandles(file: string, interval: Interval, reading?: FileReading): Promise<CandleFile> {
  const columns = new ColumnWriter()
  const minutes = new IndexMinutes(SHIPPED_MARKET_RULES, (time, prices) => columns.add(time, prices), reading)
  await readPieces(file, (text) => {
    const read = minutes.push(text)
    if (!read.ok) throw new CommandFailure(`${file}: ${read.error}`)
  })
  const leftOut = minutes.end()
  if (!leftOut.ok) throw new CommandFailure(`${file}: ${leftOut.error}`)
  return { candles: foldColumns(columns.columns(), INTERVAL_MINUTES[interval]), ...leftOut.value }
}
