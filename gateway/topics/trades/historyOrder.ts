import { Prisma } from '../../../prisma/generated/client.ts'
import type { TradeSort } from '../../../schema/trading/tradeSorts.ts'

/** Greater than any price or result that a trade can have. */
const BEYOND = Prisma.sql`9223372036854775807`

const KEYS = {
  ENTRY_TIME: () => Prisma.sql`trade."entryTime"`,
  SYMBOL: () => Prisma.sql`trade.option`,
  STRATEGY: () => Prisma.sql`strategy.name`,
  SIDE: () => Prisma.sql`trade.signal`,
  STATUS: () => Prisma.sql`trade.status`,
  ENTRY_PRICE: (last) => Prisma.sql`coalesce(trade."entryPricePaise", ${last})`,
  EXIT_PRICE: (last) => Prisma.sql`coalesce(trade."exitPricePaise", ${last})`,
  PROFIT: (last) => Prisma.sql`coalesce(trade."grossPaise", ${last})`,
} as const satisfies Record<TradeSort, (last: Prisma.Sql) => Prisma.Sql>

export interface HistoryOrder {
  readonly orderBy: Prisma.Sql
  /** The condition of the trades that come after this one; matches none when it is not the user's. */
  after(tradeId: string, userId: string): Prisma.Sql
}

/** The history's order by one column, for readTrades.ts. Ties go by id, which grows with time; unknown values come last either way. */
export function historyOrder(sort: TradeSort, descending: boolean): HistoryOrder {
  const key = KEYS[sort](descending ? Prisma.sql`-${BEYOND}` : BEYOND)
  const direction = descending ? Prisma.sql`DESC` : Prisma.sql`ASC`
  return {
    orderBy: Prisma.sql`${key} ${direction}, trade.id ${direction}`,
    after: (tradeId, userId) => Prisma.sql`(${key}, trade.id) ${descending ? Prisma.sql`<` : Prisma.sql`>`} (
      SELECT ${key}, trade.id FROM "Trade" trade JOIN "Strategy" strategy ON strategy.id = trade."strategyId" 
      WHERE trade.id = ${tradeId}::uuid AND trade."userId" = ${userId}::uuid)`,
  }
}
