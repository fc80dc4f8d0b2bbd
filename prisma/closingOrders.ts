import { v7 as uuid } from 'uuid'
import { publish } from './bus/publish.ts'
import type { Transaction } from './client.ts'
import { presentRequestId } from './requestIds.ts'

/** The press of an account's owner, and whether it is the first: another while its order is under way is the same order. */
export interface AskedClosing {
  readonly id: string
  readonly option: string
  /** Units. */
  readonly quantity: number
  readonly isNew: boolean
}

/**
 * Asks the engine to buy back what a user's account is short of a contract (`subject`) by an order of ours, and publishes that. Null: no such
 * incident of his stands.
 * Raw SQL: it is inserted from the incident, unless one is under way (a partial index).
 */
export async function askToClose(tx: Transaction, userId: string, subject: string): Promise<AskedClosing | null> {
  const [asked] = await tx.$queryRaw<AskedClosing[]>`
    INSERT INTO "ClosingOrder" (id, "userId", subject, contract, quantity, "requestId")
    SELECT ${uuid()}::uuid, incident."userId", incident.subject, traded.contract, -incident.units, ${presentRequestId()}
    FROM "LiveIncident" incident
    CROSS JOIN LATERAL (
      SELECT leg.contract FROM "Trade" trade JOIN "Leg" leg ON leg."tradeId" = trade.id
      WHERE trade."userId" = incident."userId" AND trade.mode = 'LIVE'
        AND concat(leg.contract->>'exchange', ':', leg.contract->>'token') = incident.subject
      ORDER BY leg."entryTime" DESC LIMIT 1
    ) traded
    WHERE incident."userId" = ${userId}::uuid AND incident.kind = 'OVERFILLED' AND incident.subject = ${subject}
    ON CONFLICT ("userId", subject) WHERE state IN ('ASKED', 'SENT') DO NOTHING
    RETURNING id::text, quantity, contract->>'tradingSymbol' AS option, true AS "isNew"`
  if (asked) {
    await publish(tx, { type: 'exits.requested' }, { type: 'incidents.changed', userId })
    return asked
  }
  // A separate statement: it sees what a concurrent press has just committed.
  const [open] = await tx.$queryRaw<AskedClosing[]>`
    SELECT id::text, quantity, contract->>'tradingSymbol' AS option, false AS "isNew" FROM "ClosingOrder"
    WHERE "userId" = ${userId}::uuid AND subject = ${subject} AND state IN ('ASKED', 'SENT')`
  return open ?? null
}
