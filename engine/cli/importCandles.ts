import { INDEX_NAMES, indexNamed, type IndexSymbol } from '../../schema/market/indices.ts'
import { IndexMinutes } from '../../schema/market/IndexMinutes.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { describeDropped, type DroppedMinutes } from '../../schema/market/SessionSieve.ts'
import { MinuteImport, type AddMinute } from '../store/MinuteImport.ts'
import { databaseUrl } from './databaseUrl.ts'
import { CommandFailure, UsageError } from './failures.ts'
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
    help: { type: 'boolean', short: 'h' },
  })
  if (options.help) return IMPORT_CANDLES_USAGE
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
      const dropped = await readMinutes(file, index, rules, () => undefined)
      const { stored, known, kept } = await imported.store(market, async (add, flush) => {
        await readMinutes(file, index, rules, add, flush)
      })
      const sentences = [
        `${file}: ${count(stored + known + kept)} minutes of ${index} for the market ${market}: ${count(stored)} stored, ${count(known)} known before`,
        ...(kept > 0 ? [`, ${count(kept)} known with other prices, which were kept`] : []),
      ]
      const outside = describeDropped(dropped)
      answer += `${sentences.join('')}.\n${outside === null ? '' : `  ${outside}\n`}`
    }
    return answer
  } finally {
    await imported.close()
  }
}

async function readMinutes(
  file: string,
  index: IndexSymbol,
  rules: MarketRules,
  add: AddMinute,
  flush?: () => Promise<void>,
): Promise<DroppedMinutes> {
  const minutes = new IndexMinutes(rules, (time, prices) => add(index, time, prices))
  await readPieces(file, async (text) => {
    const read = minutes.push(text)
    if (!read.ok) throw new CommandFailure(`${file}: ${read.error}. Nothing of it was stored.`)
    await flush?.()
  })
  const dropped = minutes.end()
  if (!dropped.ok) throw new CommandFailure(`${file}: ${dropped.error}. Nothing of it was stored.`)
  return dropped.value
}

const count = (value: number) => value.toLocaleString('en-IN')
