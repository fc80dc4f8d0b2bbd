import { readFileSync } from 'node:fs'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import type { Database } from '../../prisma/client.ts'
import { changeMarketTables, readMarketTables } from '../../prisma/marketTables.ts'
import type { MarketTables } from '../../schema/market/MarketTables.ts'
import { describeMistake } from '../../schema/market/parseMarketTables.ts'
import { importVix } from './importVix.ts'
import { printMarketTables } from './printMarketTables.ts'

/**
 * `npm run admin -- market …`: shows, exports, replaces and edits the market tables; returns what to print. A running engine and
 * gateway take a change at once. Throws UsageError, or CommandFailure when a change cannot be used: then nothing was changed.
 */
export async function marketCommand(db: Database, args: readonly string[]): Promise<string> {
  const [verb, ...rest] = args
  switch (verb) {
    case 'show':
      expectCount(rest, 0)
      return printMarketTables(await db.$transaction(readMarketTables))
    case 'export':
      expectCount(rest, 0)
      return JSON.stringify(await db.$transaction(readMarketTables), null, 2)
    case 'import':
      expectCount(rest, 1)
      return replaceBy(db, rest[0]!)
    case 'holiday':
      return editHolidays(db, rest)
    case 'vix':
      expectCount(rest, 1)
      return importVix(db, rest[0]!)
    case 'year':
      return editYears(db, rest)
    case undefined:
      throw new UsageError('What about the market?')
    default:
      throw new UsageError(`There is no "market ${verb}".`)
  }
}

async function replaceBy(db: Database, file: string): Promise<string> {
  const input = readJson(file)
  const tables = await change(db, () => input)
  const rows = Object.values(tables).reduce((sum, table) => sum + table.length, 0)
  return `The market tables are those of ${file}: ${rows} rows.`
}

async function editHolidays(db: Database, [verb, date, note, ...rest]: readonly string[]): Promise<string> {
  if (verb === 'add' && date !== undefined && note !== undefined && rest.length === 0) {
    await change(db, async (current) => {
      const tables = await current()
      return { ...tables, holidays: [...tables.holidays, { date, note }] }
    })
    return `${date} is a holiday: ${note}.`
  }
  if (verb === 'remove' && date !== undefined && note === undefined) {
    await change(db, async (current) => {
      const tables = await current()
      const holidays = tables.holidays.filter((holiday) => holiday.date !== date)
      if (holidays.length === tables.holidays.length) throw new CommandFailure(`${date} is no holiday. Nothing was changed.`)
      return { ...tables, holidays }
    })
    return `${date} is no holiday any more.`
  }
  throw new UsageError('A holiday is added by its date and name, and removed by its date.')
}

async function editYears(db: Database, [verb, text, ...rest]: readonly string[]): Promise<string> {
  if ((verb !== 'add' && verb !== 'remove') || !/^\d{4}$/.test(text ?? '') || rest.length > 0)
    throw new UsageError('One year, YYYY, is added or removed.')
  const year = Number(text)
  await change(db, async (current) => {
    const tables = await current()
    if (verb === 'add' && !tables.holidays.some(({ date }) => date.startsWith(`${year}-`)))
      throw new CommandFailure(`No holiday of ${year} is entered: Sakha would trade on all of them. Add them first. Nothing was changed.`)
    const others = tables.coveredYears.filter((covered) => covered !== year)
    return { ...tables, coveredYears: verb === 'add' ? [...others, year] : others }
  })
  return `Holidays, expiries, lots and charges of ${year} are ${verb === 'add' ? '' : 'not all '}known.`
}

async function change(db: Database, edit: Parameters<typeof changeMarketTables>[2]): Promise<MarketTables> {
  const result = await changeMarketTables(db, 'command line', edit)
  if (result.ok) return result.value
  throw new CommandFailure(`Nothing was changed:\n${result.error.map((mistake) => `  ${describeMistake(mistake)}`).join('\n')}`)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}. Nothing was changed.`)
  }
}

function expectCount(args: readonly string[], count: number): void {
  if (args.length !== count) throw new UsageError(count === 0 ? `"${args[0]}" is not expected here.` : 'One file is expected.')
}
