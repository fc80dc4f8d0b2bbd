import { IndexMinutes } from '../../schema/market/IndexMinutes.ts'
import { ColumnWriter } from '../../schema/market/ColumnWriter.ts'
import { foldColumns, INTERVAL_MINUTES, type CandleColumns, type Interval } from '../../schema/market/candles.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import type { DroppedMinutes } from '../../schema/market/SessionSieve.ts'
import { CommandFailure } from './failures.ts'
import { readPieces } from './readPieces.ts'

/** What a candle file holds. */
export interface CandleFile {
  readonly candles: CandleColumns
  /** Minutes outside the session, which are not among the candles. */
  readonly dropped: DroppedMinutes
}

/** Reads a .csv or .csv.gz file of an index's one-minute candles, folded to the interval. Throws a CommandFailure naming file, line and reason. */
export async function readCandles(file: string, interval: Interval): Promise<CandleFile> {
  const columns = new ColumnWriter()
  const minutes = new IndexMinutes(SHIPPED_MARKET_RULES, (time, prices) => columns.add(time, prices))
  await readPieces(file, (text) => {
    const read = minutes.push(text)
    if (!read.ok) throw new CommandFailure(`${file}: ${read.error}`)
  })
  const dropped = minutes.end()
  if (!dropped.ok) throw new CommandFailure(`${file}: ${dropped.error}`)
  return { candles: foldColumns(columns.columns(), INTERVAL_MINUTES[interval]), dropped: dropped.value }
}
