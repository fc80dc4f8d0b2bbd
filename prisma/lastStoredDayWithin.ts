import { istDate, istInstant, type IsoDate } from '../schema/time.ts'
import type { Database, Transaction } from './client.ts'
import type { MinutesAsked } from './storedMinutes.ts'

/** The last day that is whole within the first `fitting` one-minute candles of a symbol; null: not even the first one is. */
export async function lastStoredDayWithin(
  db: Database | Transaction,
  { market, symbol }: Pick<MinutesAsked, 'market' | 'symbol'>,
  fitting: number,
): Promise<IsoDate | null> {
  const beyond = await db.candle.findFirst({ where: { market, symbol }, orderBy: { time: 'asc' }, skip: fitting, select: { time: true } })
  const end = beyond && new Date(istInstant(istDate(beyond.time.getTime()), 0))
  const where = { market, symbol, ...(end ? { time: { lt: end } } : {}) }
  const last = await db.candle.findFirst({ where, orderBy: { time: 'desc' }, select: { time: true } })
  return last && istDate(last.time.getTime())
}
