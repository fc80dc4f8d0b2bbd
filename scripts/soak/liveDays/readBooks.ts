import type { Database } from '../../../prisma/client.ts'
import type { Trader } from './enrolTrader.ts'

/** The product's books of the trial, with what belongs together. */
export type Books = Awaited<ReturnType<typeof readBooks>>

/** Reads what is stored of live trading. */
export async function readBooks(db: Database, traders: readonly Trader[]) {
  const trades = await db.trade.findMany({
    where: { mode: 'LIVE' },
    include: { legs: { orderBy: [{ entryTime: 'asc' }, { id: 'asc' }] }, strategy: { select: { name: true } } },
    orderBy: { entryTime: 'asc' },
  })
  const orders = await db.order.findMany({
    where: { mode: 'LIVE' },
    include: { fills: true, incidents: true },
    orderBy: { createdAt: 'asc' },
  })
  const stops = await db.exitAtBroker.findMany()
  const closings = await db.closingOrder.findMany()
  const incidents = await db.liveIncident.findMany()
  const byUser = new Map(traders.map((trader) => [trader.userId, trader]))
  const traderOf = (userId: string) => {
    const trader = byUser.get(userId)
    if (!trader) throw new Error(`${userId} is none of the trial's traders`)
    return trader
  }
  return {
    trades,
    legs: trades.flatMap(({ legs, ...trade }) => legs.map((leg) => ({ ...leg, trade }))),
    orders,
    stops,
    closings,
    incidents,
    traderOf,
  }
}

/** Units and Σ price × units, in paise. */
export interface Total {
  units: number
  value: number
}

/** Adds up, by a key. */
export function totalsBy<T>(rows: readonly T[], keyOf: (row: T) => string, of: (row: T) => Total): Map<string, Total> {
  const totals = new Map<string, Total>()
  for (const row of rows) {
    const total = totals.get(keyOf(row)) ?? { units: 0, value: 0 }
    const { units, value } = of(row)
    totals.set(keyOf(row), { units: total.units + units, value: total.value + value })
  }
  return totals
}
