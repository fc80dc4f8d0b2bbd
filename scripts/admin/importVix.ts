import { readVixDays } from '../../engine/cli/readVix.ts'
import type { Database } from '../../prisma/client.ts'
import { lockMarketChanges } from '../../prisma/marketChanges.ts'
import { storeVixDays, vixDays } from '../../prisma/vixCloses.ts'

/**
 * Stores the days of a file of daily India VIX, .csv or .csv.gz; a day that is already stored gets the file's close. The next backtest
 * reads it. Throws a CommandFailure naming file, lines and reasons: then nothing was changed.
 */
export async function importVix(db: Database, file: string): Promise<string> {
  const days = await readVixDays(file)
  await db.$transaction(async (tx) => {
    await lockMarketChanges(tx)
    await storeVixDays(tx, 'command line', vixDays(days))
  })
  const dates = days.map(({ date }) => date)
  const [first, last] = [dates.reduce((a, b) => (a < b ? a : b)), dates.reduce((a, b) => (a > b ? a : b))]
  return `India VIX of ${days.length} ${days.length === 1 ? 'day' : 'days'} from ${first} to ${last} is stored.`
}
