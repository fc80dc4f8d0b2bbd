import { z } from 'zod'
import type { IsoDate } from '../schema/time.ts'
import type { Transaction } from './client.ts'

/** What was there before a change: all market tables, or the closes of the days of India VIX that it wrote; null: the day had none. */
const before = z.union([
  z.object({ tables: z.record(z.string(), z.json()) }),
  z.object({ vix: z.array(z.tuple([z.string(), z.number().nullable()])) }),
])
export type Before =
  { readonly tables: Readonly<Record<string, unknown>> } | { readonly vix: readonly (readonly [date: IsoDate, close: number | null])[] }

/** The version in force: the number of the last change, 0 before the first. Changes cannot overtake it while `lockMarketChanges` holds. */
export async function marketVersion(tx: Transaction): Promise<number> {
  const { _max: last } = await tx.marketChange.aggregate({ _max: { version: true } })
  return last.version ?? 0
}

/** Until the transaction ends, nobody else changes market tables or India VIX. Raw SQL: LOCK TABLE. */
export async function lockMarketChanges(tx: Transaction): Promise<void> {
  await tx.$executeRaw`LOCK TABLE "SessionHours" IN EXCLUSIVE MODE`
}

/** Notes a change under the lock; answers with its version. `by`: an account's id, or `command line`. */
export async function noteMarketChange(tx: Transaction, by: string, changes: readonly string[], was: Before): Promise<number> {
  const version = (await marketVersion(tx)) + 1
  await tx.marketChange.create({ data: { version, by, changes: [...changes], before: before.parse(was) } })
  return version
}

/** What was there before a change; null: there is no such change. */
export async function readBefore(tx: Transaction, version: number): Promise<Before | null> {
  const change = await tx.marketChange.findUnique({ where: { version }, select: { before: true } })
  return change && before.parse(change.before)
}
