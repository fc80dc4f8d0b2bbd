import { doubtful, fine, wrong, type Finding, type Found } from '../../engine/broker/doctor/Finding.ts'
import { openDatabase } from '../../prisma/client.ts'
import { lastBackups, type LastBackups } from '../../prisma/lastBackups.ts'
import { loadMarketRules } from '../../prisma/marketTables.ts'
import { daysCovered, firstUncovered } from '../../schema/market/daysCovered.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { BACKUP_LATE_MS } from '../../schema/systemKinds.ts'
import { HOUR, istDate, type Instant } from '../../schema/time.ts'

/** What somebody has to do again and again: backups, and the holidays of the next year. */
export async function examineUpkeep(databaseUrl: string, broker: string, now: Instant = Date.now()): Promise<readonly Finding[]> {
  const db = openDatabase(databaseUrl, 'sakha doctor', 1)
  try {
    return [
      { subject: 'backups', ...judgeBackups(await lastBackups(db), now) },
      { subject: 'calendar', ...judgeCalendar(await loadMarketRules(db), broker, now) },
    ]
  } finally {
    await db.$disconnect()
  }
}

/** What it means when backups were last made. */
export function judgeBackups({ made, failedAt }: LastBackups, now: Instant): Found {
  const last =
    made === null ? null : `the last is ${Math.floor((now - made.at.getTime()) / HOUR)} h old, ${(made.bytes / 1_048_576).toFixed(1)} MB`
  if (failedAt !== null)
    return wrong(`one failed at ${failedAt.toISOString()}; ${last ?? 'none was ever made'}. The log of sakha-backup says why`)
  if (made === null || last === null) return doubtful('none was ever made: docs/operations.md, Back up')
  return now - made.at.getTime() > BACKUP_LATE_MS ? wrong(`${last}: what makes them has stopped`) : fine(last)
}

/** What it means how far the market calendar goes. */
export function judgeCalendar(rules: MarketRules, broker: string, now: Instant): Found {
  const today = istDate(now)
  const [days, end] = [daysCovered(rules, today), firstUncovered(rules, today)]
  const year = end.slice(0, 4)
  if (broker === 'sandbox') return fine(`holidays are entered up to ${year}; the sandbox trades on every day`)
  const text = `the holidays of ${year} are not entered: ${days === 0 ? 'no trade is opened' : `from ${end}, in ${days} days, no trade is opened`}`
  const advice = `${text}. Enter them: "npm run admin -- market holiday add DATE NAME" for each, then "market year add ${year}"`
  if (days <= 7) return wrong(advice)
  return days <= 60 ? doubtful(advice) : fine(`holidays are entered up to ${year}, ${days} days ahead`)
}
