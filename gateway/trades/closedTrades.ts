import type { Prisma } from '../../prisma/generated/client.ts'
import { INDEX_SYMBOLS, INDICES } from '../../schema/market/indices.ts'
import { addDays, istInstant } from '../../schema/time.ts'
import type { HistoryFilters } from './input.ts'

/** A user's closed trades that match the filters: dates are entry dates in India, both included; every word of the search must be found. */
export function closedTrades(userId: string, { search, status, strategyId, fromDate, toDate }: HistoryFilters): Prisma.TradeWhereInput {
  return {
    userId,
    status: status ?? { not: 'RUNNING' },
    ...(strategyId ? { strategyId } : {}),
    entryTime: {
      ...(fromDate ? { gte: new Date(istInstant(fromDate, 0)) } : {}),
      ...(toDate ? { lt: new Date(istInstant(addDays(toDate, 1), 0)) } : {}),
    },
    AND: (search ?? '').split(/\s+/).filter(Boolean).map(isFound),
  }
}

/** A word is looked for in the trading symbol, the strategy's name and the index as screens call it; a strike may be written 24,500. */
function isFound(word: string): Prisma.TradeWhereInput {
  const contains = (text: string) => ({ contains: text.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' as const })
  const called = INDEX_SYMBOLS.filter((symbol) => INDICES[symbol].label.toLowerCase().includes(word.toLowerCase()))
  const symbolPart = /^[\d,]+$/.test(word) ? word.replaceAll(',', '') : word
  return { OR: [{ option: contains(symbolPart) }, { strategy: { name: contains(word) } }, { index: { in: called } }] }
}
