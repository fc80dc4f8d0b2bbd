import { Prisma } from '../../prisma/generated/client.ts'
import { INDEX_SYMBOLS, shownIndex } from '../../schema/market/indices.ts'

/** `shownIndex` (schema/market/indices.ts) of a column. */
export function indexNameSql(column: Prisma.Sql): Prisma.Sql {
  const cases = INDEX_SYMBOLS.filter((symbol) => shownIndex(symbol) !== symbol).map(
    (symbol) => Prisma.sql`WHEN ${symbol} THEN ${shownIndex(symbol)}`,
  )
  return Prisma.sql`(CASE ${column} ${Prisma.join(cases, ' ')} ELSE ${column} END)`
}
