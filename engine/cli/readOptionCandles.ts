import { CANDLE_CSV_HEADER, parseCandleCsv } from '../../schema/market/candleCsv.ts'
import { toColumns, type CandleColumns } from '../../schema/market/candles.ts'
import { CommandFailure } from './failures.ts'
import { readText } from './readCandles.ts'

const COLUMNS = CANDLE_CSV_HEADER.split(',')

/**
 * Reads a .csv or .csv.gz file of one-minute option candles: a header that names the columns symbol (the broker's trading symbol), time,
 * open, high, low, close and volume, in any order and among others, then one candle on each line; those of one symbol oldest first.
 * Values are those of candle files. Answers the candles by symbol. Throws a CommandFailure naming file, line and reason.
 */
export async function readOptionCandles(file: string): Promise<ReadonlyMap<string, CandleColumns>> {
  const [header = '', ...lines] = (await readText(file)).replace(/\n$/, '').split('\n')
  const names = header.trimEnd().split(',')
  const missing = [...COLUMNS, 'symbol'].find((name) => !names.includes(name))
  if (missing) throw new CommandFailure(`${file}: line 1: expected a column ${missing} in the header`)
  const positions = COLUMNS.map((name) => names.indexOf(name))
  const symbolAt = names.indexOf('symbol')

  const bySymbol = new Map<string, { readonly rows: string[]; readonly lines: number[] }>()
  lines.forEach((line, i) => {
    const fields = line.trimEnd().split(',')
    if (fields.length !== names.length)
      throw new CommandFailure(`${file}: line ${i + 2}: expected ${names.length} fields, found ${fields.length}`)
    const symbol = fields[symbolAt]!
    let group = bySymbol.get(symbol)
    if (!group) bySymbol.set(symbol, (group = { rows: [CANDLE_CSV_HEADER], lines: [1] }))
    group.rows.push(positions.map((position) => fields[position]).join(','))
    group.lines.push(i + 2)
  })

  if (bySymbol.size === 0) throw new CommandFailure(`${file}: line 2: expected a candle, found the end of the file`)
  const candles = new Map<string, CandleColumns>()
  for (const [symbol, group] of bySymbol) {
    const parsed = parseCandleCsv(group.rows.join('\n'))
    if (!parsed.ok) throw new CommandFailure(`${file}: line ${group.lines[parsed.error.line - 1]}: ${parsed.error.reason}`)
    candles.set(symbol, toColumns(parsed.value))
  }
  return candles
}
