import { Prisma } from '../../../prisma/generated/client.ts'
import { indexNameSql } from '../../kit/indexNameSql.ts'

export const TRADE_COLUMNS = [
  ...['id', 'strategyId', 'strategy', 'version', 'mode', 'symbol', 'option', 'side', 'lots', 'quantity', 'entryPrice', 'exitPrice'],
  ...['entryTime', 'exitTime', 'gross', 'charges', 'net', 'status', 'exitReason'],
] as const

/** A user's trades that meet a condition (closedTrades.ts), oldest entry first, as data files have them: rupees. */
export function tradeRowsSql(where: Prisma.Sql): Prisma.Sql {
  const rupees = (paise: Prisma.Sql) => Prisma.sql`(${paise}::float8 / 100)`
  return Prisma.sql`
    SELECT trade.id, trade."strategyId", strategy.name AS strategy, trade.version, trade.mode, ${indexNameSql(Prisma.sql`trade.index`)} AS symbol,
      trade.option, trade.signal AS side, trade.lots, trade.quantity, ${rupees(Prisma.sql`trade."entryPricePaise"`)} AS "entryPrice",
      ${rupees(Prisma.sql`trade."exitPricePaise"`)} AS "exitPrice", trade."entryTime", trade."exitTime",
      ${rupees(Prisma.sql`trade."grossPaise"`)} AS gross, ${rupees(Prisma.sql`trade."chargesPaise"`)} AS charges,
      ${rupees(Prisma.sql`trade."netPaise"`)} AS net, trade.status, trade."exitReason"
    FROM "Trade" trade JOIN "Strategy" strategy ON strategy.id = trade."strategyId"
    WHERE ${where} ORDER BY trade."entryTime", trade.id`
}
