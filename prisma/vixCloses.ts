import type { VixClose } from '../schema/market/parseVixCsv.ts'
import type { IsoDate } from '../schema/time.ts'
import type { Transaction } from './client.ts'
import { isoDateOf } from './isoDateOf.ts'
import { noteMarketChange, type Before } from './marketChanges.ts'

/** A day of India VIX as it is to be; null: without a close. */
export type VixDay = readonly [date: IsoDate, close: number | null]

/** What writing days of India VIX would change. */
export interface JudgedVix {
  /** The days that it changes, as they are now. */
  readonly before: readonly VixDay[]
  readonly after: readonly VixDay[]
  /** In words; empty: it changes nothing. */
  readonly changes: readonly string[]
}

export function vixDays(closes: readonly VixClose[]): readonly VixDay[] {
  return closes.map(({ date, close }) => [date, close])
}

export async function judgeVixDays(tx: Transaction, days: readonly VixDay[]): Promise<JudgedVix> {
  const dates = days.map(([date]) => new Date(date))
  const rows = await tx.vixClose.findMany({ where: { date: { in: dates } } })
  const stored = new Map(rows.map(({ date, close }) => [isoDateOf(date), close]))
  const after = days.filter(([date, close]) => (stored.get(date) ?? null) !== close).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const before = after.map(([date]): VixDay => [date, stored.get(date) ?? null])
  const kinds = { added: 0, removed: 0, changed: 0 }
  for (const [date, close] of after) kinds[stored.has(date) ? (close === null ? 'removed' : 'changed') : 'added']++
  const [first, last] = [after[0]?.[0], after.at(-1)?.[0]]
  const changes = Object.entries(kinds).flatMap(([kind, days]) =>
    days === 0 ? [] : [`India VIX: ${days} ${days === 1 ? 'day is' : 'days are'} ${kind}, ${first} to ${last}`],
  )
  return { before, after, changes }
}

/**
 * Writes days of India VIX and notes that under whom it is `by`: an account's id, or `command line`. The next backtest reads them. Call it
 * under `lockMarketChanges`.
 * Raw SQL: one upsert for thousands of days (unnest).
 */
export async function storeVixDays(tx: Transaction, by: string, days: readonly VixDay[]): Promise<void> {
  const { before, after, changes } = await judgeVixDays(tx, days)
  if (after.length === 0) return
  const gone = after.flatMap(([date, close]) => (close === null ? new Date(date) : []))
  const given = after.filter(([, close]) => close !== null)
  await tx.vixClose.deleteMany({ where: { date: { in: gone } } })
  await tx.$executeRaw`
    INSERT INTO "VixClose" (date, close)
      SELECT * FROM unnest(${given.map(([date]) => date)}::date[], ${given.map(([, close]) => close)}::float8[])
    ON CONFLICT (date) DO UPDATE SET close = excluded.close`
  await noteMarketChange(tx, by, changes, { vix: before } satisfies Before)
}
