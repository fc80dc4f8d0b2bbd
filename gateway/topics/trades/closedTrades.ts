import { Prisma } from '../../../prisma/generated/client.ts'
import { INDEX_SYMBOLS, INDICES } from '../../../schema/market/indices.ts'
import { addDays, istInstant } from '../../../schema/time.ts'
import { escapeLike } from '../../kit/escapeLike.ts'
import type { HistoryFilters } from './input.ts'

/**
 * The condition, for readTrades.ts, of a user's closed trades that match the filters: entry dates in India, both included; every word of
 * the search must match. `running`: running trades as well.
 */
export function closedTrades(
  userId: string,
  { search, status, exitReason, strategyId, strategyName, mode, fromDate, toDate }: HistoryFilters,
  { running = false }: { readonly running?: boolean } = {},
): Prisma.Sql {
  const conditions = [
    Prisma.sql`trade."userId" = ${userId}::uuid`,
    // True of every closed trade: the index "trade_history" covers these alone.
    ...(running ? [] : [Prisma.sql`trade."exitTime" IS NOT NULL`]),
    ...(status ? [Prisma.sql`trade.status = ${status}::"TradeStatus"`] : []),
    ...(exitReason ? [Prisma.sql`trade."exitReason" = ${exitReason}::"ExitReason"`] : []),
    ...(strategyId ? [Prisma.sql`trade."strategyId" = ${strategyId}::uuid`] : []),
    ...(strategyName ? [Prisma.sql`trade."strategyId" IN (SELECT id FROM "Strategy" WHERE lower(name) = lower(${strategyName}))`] : []),
    ...(mode ? [Prisma.sql`trade.mode = ${mode}::"TradeMode"`] : []),
    ...(fromDate ? [Prisma.sql`trade."entryTime" >= ${new Date(istInstant(fromDate, 0))}`] : []),
    ...(toDate ? [Prisma.sql`trade."entryTime" < ${new Date(istInstant(addDays(toDate, 1), 0))}`] : []),
    ...(search ?? '').split(/\s+/).filter(Boolean).map(isFound),
  ]
  return Prisma.join(conditions, ' AND ')
}

/** A word matches in the trading symbol, the strategy's name and the index as screens call it; a strike may be written 24,500. */
function isFound(word: string): Prisma.Sql {
  const containing = (text: string) => `%${escapeLike(text)}%`
  const called = INDEX_SYMBOLS.filter((symbol) => INDICES[symbol].label.toLowerCase().includes(word.toLowerCase()))
  const symbolPart = /^[\d,]+$/.test(word) ? word.replaceAll(',', '') : word
  return Prisma.sql`(trade.option ILIKE ${containing(symbolPart)} OR trade.index = ANY(${called}::text[])
    OR trade."strategyId" IN (SELECT id FROM "Strategy" WHERE name ILIKE ${containing(word)}))`
}
