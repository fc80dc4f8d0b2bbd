import { MAY_OPEN_TRADES } from '../../prisma/mayOpenTrades.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { STOP_NOTES } from '../trading/floor/EntryStops.ts'
import { killScope } from './killScope.ts'

/**
 * SQL: what stops an entry of the user of a row named "user" by a strategy, as the note of an order (StopNote); null: nothing does. The
 * last word, asked when an entry that was decided before is sent, and when a leg is opened again.
 */
export function entryStop(strategyId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE
    WHEN ${killScope(Prisma.sql`"user".id`, strategyId)} IS NOT NULL THEN ${STOP_NOTES.KILL_SWITCH}
    WHEN NOT ${MAY_OPEN_TRADES} THEN ${STOP_NOTES.ACCOUNT}
  END`
}
