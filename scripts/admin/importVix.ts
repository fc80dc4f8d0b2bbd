import { readVixDays } from '../../engine/cli/readVix.ts'
import type { Database } from '../../prisma/client.ts'

/**
 * Stores the days of a file of daily India VIX, .csv or .csv.gz; a day that is stored already takes the file's close. The next backtest
 * reads it. Throws a CommandFailure naming file, line and reason: then nothing was changed.
 */
export async function importVix(db: Database, file: string): Promise<string> {
  const days = await readVixDays(file)
  const dates = days.map(({ date }) => date)
  const closes = days.map(({ close }) => close)
  await db.$executeRaw`
    INSERT INTO "VixClose" (date, close) SELECT * FROM unnest(${dates}::date[], ${closes}::float8[])
    ON CONFLICT (date) DO UPDATE SET close = excluded.close`
  const [first, last] = [dates.reduce((a, b) => (a < b ? a : b)), dates.reduce((a, b) => (a > b ? a : b))]
  return `India VIX of ${days.length} ${days.length === 1 ? 'day' : 'days'} from ${first} to ${last} is stored.`
}
