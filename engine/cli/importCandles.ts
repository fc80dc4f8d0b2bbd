import { INDEX_NAMES, indexNamed, type IndexSymbol } from '../../schema/market/indices.ts'
import type { FileReading } from '../../schema/market/csv/FileReading.ts'
import { IndexMinutes } from '../../schema/market/IndexMinutes.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { describeLeftOut, type LeftOut } from '../../schema/market/SessionSieve.ts'
import { MinuteImport, type AddMinute } from '../store/MinuteImport.ts'
import { databaseUrl } from './databaseUrl.ts'
import { CommandFailure, UsageError } from './failures.ts'
import { FILE_OPTIONS, parseFileReading } from './fileReading.ts'
import { marketFor } from './marketFor.ts'
import { parseOptions } from './options.ts'
import { readPieces } from './readPieces.ts'
import { IMPORT_CANDLES_USAGE } from './usage.ts'

/**
 * `import-candles`: stores files of an index's minutes as the past of a market, so they need no request to the broker. A file is read
 * twice: its errors are known before anything is written, and then all of it is stored or none.
 */
export async function importCandles(args: readonly string[]): Promise<string> {
  const options = parseOptions(args, {
    candles: { type: 'string', multiple: true },
    index: { type: 'string', default: 'NIFTY' },
    market: { type: 'string' },
    ...FILE_OPTIONS,
    help: { type: 'boolean', short: 'h' },
  })
  if (options.help) return IMPORT_CANDLES_USAGE
  const reading = parseFileReading(options)
  const files = options.candles ?? []
  if (files.length === 0) throw new UsageError('--candles is missing')
  const index = indexNamed(options.index)
  if (index === null) throw new UsageError(`--index must be one of ${INDEX_NAMES.join(', ')}, not "${options.index}"`)
  const imported = new MinuteImport(databaseUrl(process.env))
  try {
    const market = await marketFor(imported, options.market)
    const rules = await imported.rules()
    let answer = ''
    for (const file of files) {
      const found = await readMinutes(file, reading, index, rules, () => undefined)
      const { stored, known, kept } = await imported.store(market, async (add, flush) => {
        await readMinutes(file, reading, index, rules, add, flush)
      })
      const sentences = [
        `${file}: ${count(stored + known + kept)} minutes of ${index} for the market ${market}: ${count(stored)} stored, ${count(known)} known before`,
        ...(kept > 0 ? [`, ${count(kept)} known with other prices, which were kept`] : []),
      ]
      const leftOut = describeLeftOut(found).map((sentence) => `  ${sentence}\n`)
      answer += `${sentences.join('')}.\n${leftOut.join('')}`
    }
    return answer
  } finally {
    await imported.close()
  }
}

async function readMinutes(
  file: string,
  reading: FileReading,
  index: IndexSymbol,
  rules: MarketRules,
  add: AddMinute,
  flush?: () => Promise<void>,
): Promise<LeftOut> {
  const minutes = new IndexMinutes(rules, (time, prices) => add(index, time, prices), reading)
  await readPieces(file, async (text) => {
    const read = minutes.push(text)
    if (!read.ok) throw new CommandFailure(`${file}: ${read.error}. Nothing of it was stored.`)
    await flush?.()
  })
  const leftOut = minutes.end()
  if (!leftOut.ok) throw new CommandFailure(`${file}: ${leftOut.error}. Nothing of it was stored.`)
  return leftOut.value
}

const count = (value: number) => value.toLocaleString('en-IN')
