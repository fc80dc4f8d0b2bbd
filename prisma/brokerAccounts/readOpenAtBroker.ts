import type { OpenAtBroker } from '../../schema/openAtBroker.ts'
import type { Statements } from '../inTransaction.ts'
import { IS_RUNNING } from '../runningTrades.ts'

/**
 * A user's live legs that run, and live entries that may still be filled: exits of theirs go to whichever account is connected.
 * Raw SQL: legs and entries in one statement (UNION).
 */
export function readOpenAtBroker(db: Statements, userId: string): Promise<OpenAtBroker[]> {
  return db.$queryRaw<OpenAtBroker[]>`
    SELECT 'TRADE' AS kind, leg.option, leg.side::text, leg.quantity - leg."exitQuantity" AS units
    FROM (SELECT id FROM "Trade" WHERE "userId" = ${userId}::uuid AND mode = 'LIVE' AND ${IS_RUNNING}) AS trade
    JOIN "Leg" leg ON leg."tradeId" = trade.id AND leg.status = 'RUNNING'
    UNION ALL
    SELECT 'ORDER', entry.contract->>'tradingSymbol', entry.side::text, entry.quantity - entry."filledQuantity"
    FROM "Order" entry WHERE entry."userId" = ${userId}::uuid AND entry.mode = 'LIVE' AND entry.purpose = 'ENTRY' AND entry."isOpen"
    ORDER BY 1 DESC, 2`
}
