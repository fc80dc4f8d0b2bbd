import { ColumnWriter } from '../../schema/market/ColumnWriter.ts'
import type { CandleColumns } from '../../schema/market/candles.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { OptionMinutes, type OptionMinutesFound } from '../../schema/market/options/OptionMinutes.ts'
import type { FileReading } from '../../schema/market/csv/FileReading.ts'
import { CommandFailure } from './failures.ts'
import { readPieces } from './readPieces.ts'

/** What a file of option minutes holds. */
export interface OptionFile {
  /** By trading symbol. */
  readonly candles: ReadonlyMap<string, CandleColumns>
  readonly found: OptionMinutesFound
}

/** Reads a file of option minutes (OptionMinutes). Throws a CommandFailure naming file, line and reason. */
export async function readOptionCandles(file: string, reading?: FileReading): Promise<OptionFile> {
  const written = new Map<string, ColumnWriter>()
  const minutes = new OptionMinutes(
    SHIPPED_MARKET_RULES,
    ({ symbol }, time, prices) => {
      let columns = written.get(symbol)
      if (!columns) written.set(symbol, (columns = new ColumnWriter()))
      columns.add(time, prices)
    },
    reading,
  )
  await readPieces(file, (text) => {
    const read = minutes.push(text)
    if (!read.ok) throw new CommandFailure(`${file}: ${read.error}`)
  })
  const found = minutes.end()
  if (!found.ok) throw new CommandFailure(`${file}: ${found.error}`)
  return { candles: new Map([...written].map(([symbol, columns]) => [symbol, columns.columns()])), found: found.value }
}
