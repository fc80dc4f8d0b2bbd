import { describeUncovered, uncoveredYears } from '../../schema/market/coveredYears.ts'
import type { FileReading } from '../../schema/market/csv/FileReading.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { OptionMinutes, type OptionMinutesFound } from '../../schema/market/options/OptionMinutes.ts'
import { describeLeftOut } from '../../schema/market/SessionSieve.ts'
import { MinuteImport, type AddMinute, type StoredMinutes } from '../store/MinuteImport.ts'
import { databaseUrl } from './databaseUrl.ts'
import { CommandFailure, UsageError } from './failures.ts'
import { FILE_OPTIONS, parseFileReading } from './fileReading.ts'
import { marketFor } from './marketFor.ts'
import { parseOptions } from './options.ts'
import { readPieces } from './readPieces.ts'
import { IMPORT_OPTIONS_USAGE } from './usage.ts'

/**
 * `import-options`: stores files of option minutes for the backtests of a market. A file is read twice: its errors are known
 * before anything is written, and then all of it is stored or none.
 */
export async function importOptions(args: readonly string[]): Promise<string> {
  const options = parseOptions(args, {
    options: { type: 'string', multiple: true },
    market: { type: 'string' },
    ...FILE_OPTIONS,
    help: { type: 'boolean', short: 'h' },
  })
  if (options.help) return IMPORT_OPTIONS_USAGE
  const reading = parseFileReading(options)
  const files = options.options ?? []
  if (files.length === 0) throw new UsageError('--options is missing')
  const url = databaseUrl(process.env)

  const imported = new MinuteImport(url)
  try {
    const market = await marketFor(imported, options.market)
    const rules = await imported.rules()
    const lines: string[] = []
    for (const file of files) {
      const found = await readMinutes(file, reading, rules, () => undefined)
      const stored = await imported.store(market, async (add, flush) => {
        await readMinutes(file, reading, rules, add, flush)
      })
      lines.push(...report(file, market, rules, found, stored))
    }
    return `${lines.join('\n')}\n`
  } finally {
    await imported.close()
  }
}

async function readMinutes(
  file: string,
  reading: FileReading,
  rules: MarketRules,
  add: AddMinute,
  flush?: () => Promise<void>,
): Promise<OptionMinutesFound> {
  const minutes = new OptionMinutes(rules, ({ symbol }, time, prices) => add(symbol, time, prices), reading)
  await readPieces(file, async (text) => {
    const read = minutes.push(text)
    if (!read.ok) throw new CommandFailure(`${file}: ${read.error}. Nothing of it was stored.`)
    await flush?.()
  })
  const found = minutes.end()
  if (!found.ok) throw new CommandFailure(`${file}: ${found.error}. Nothing of it was stored.`)
  return found.value
}

function report(
  file: string,
  market: string,
  rules: MarketRules,
  found: OptionMinutesFound,
  { stored, known, kept }: StoredMinutes,
): string[] {
  const { rows, contracts, from, to, gaps } = found
  const count = (value: number) => value.toLocaleString('en-IN')
  return [
    `${file}: ${count(rows)} minutes of ${count(contracts)} contracts from ${from ?? '–'} to ${to ?? '–'} for the market ${market}: ${count(stored)} stored, ${count(known)} known before${kept > 0 ? `, ${count(kept)} known with other prices, which were kept` : ''}.`,
    ...[
      gaps > 0 ? `${count(gaps)} minutes between these have no row.` : null,
      ...describeLeftOut(found),
      describeUncovered(
        uncoveredYears(
          rules,
          [from, to].filter((date) => date !== null),
        ),
      ),
    ]
      .filter((sentence) => sentence !== null)
      .map((sentence) => `  ${sentence}`),
  ]
}
