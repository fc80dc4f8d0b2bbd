import { closedWith, insertTrade } from '../../gateway/testing/rows.ts'
import type { Database } from '../../prisma/client.ts'
import { DAY, MINUTE } from '../../schema/time.ts'

/** One user's trades: 300 closed ones on 30 consecutive working days, ten a day, and two running. */
export const TRADED = {
  closed: 300,
  days: 30,
  running: 2,
  /** In paise, of the closed trade in this place, the first one first; never zero. */
  grossPaise: (place: number): bigint => BigInt(((place * 7_919) % 401) * 100 - 18_050),
  /** Of any strike: every closed trade is of one of three. */
  strikes: [24_400, 24_500, 24_600],
} as const

/** A Thursday. */
const FIRST_DAY = Date.parse('2026-10-01T04:30:00Z')

/** How many days after the first the working day in this place is. */
const daysAfterFirst = (place: number) => place + 2 * Math.floor((place + 3) / 5)

/** Gives a user the trades of `TRADED`, by two strategies that are switched off, in a market the engine does not know: nothing of it changes by itself. For browser tests only. */
export async function insertTraded(db: Database, userId: string): Promise<void> {
  const strategies = await db.strategy.findMany({ where: { agent: null }, orderBy: { slug: 'asc' }, take: 2 })
  for (const { id } of strategies) await db.subscription.create({ data: { userId, strategyId: id, isActive: false } })
  const row = (place: number) => {
    const strike = TRADED.strikes[place % TRADED.strikes.length] ?? 0
    const option = `NIFTY24NOV26${strike}CE`
    const entered = FIRST_DAY + daysAfterFirst(Math.floor((place * TRADED.days) / TRADED.closed)) * DAY + (place % 10) * 20 * MINUTE
    return {
      ...{ userId, strategyId: strategies[place % strategies.length]?.id ?? '', option },
      contract: {
        ...{ exchange: 'NFO', token: '43100', tradingSymbol: option, index: 'NIFTY', expiry: '2026-11-24' },
        ...{ strike: strike * 100, optionType: 'CE', lotSize: 75, tick: 5 },
      },
      entryTime: new Date(entered),
      closed: { ...closedWith(TRADED.grossPaise(place)), exitTime: new Date(entered + 15 * MINUTE) },
    }
  }
  // One after the other: as many at once would wait too long for a connection.
  for (let place = 0; place < TRADED.closed + TRADED.running; place++) {
    const { closed, ...running } = row(place)
    await insertTrade(db, place < TRADED.closed ? { ...running, ...closed } : running)
  }
}
