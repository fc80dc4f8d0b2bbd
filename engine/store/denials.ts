import { v7 as uuid } from 'uuid'
import type { Statements } from '../../prisma/inTransaction.ts'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { DistinctJson } from '../../schema/DistinctJson.ts'
import type { Addressee, DeniedSignal } from '../trading/signals/takeSignals.ts'

/**
 * Stores why subscriptions did not take their signals, and returns whom to notify.
 * Raw SQL: one statement for thousands, equal numbers sent once (unnest).
 */
export async function insertDenials(
  tx: Statements,
  denied: readonly (Pick<DeniedSignal, 'signalId' | 'denial'> & { readonly candidate: Pick<Addressee, 'subscriptionId' | 'userId'> })[],
): Promise<{ readonly id: string; readonly userId: string }[]> {
  if (denied.length === 0) return []
  const numbers = new DistinctJson()
  const numbered = denied.map(({ denial }) => numbers.numberOf(denial.numbers))
  const rows = denied.map(({ candidate }) => ({ id: uuid(), userId: candidate.userId }))
  await tx.$executeRaw`
    WITH distinct_numbers AS MATERIALIZED (
      SELECT text::jsonb AS numbers, number
      FROM unnest(${numbers.texts}::text[]) WITH ORDINALITY AS given(text, number)
    )
    INSERT INTO "Denial" (id, "signalId", "subscriptionId", "userId", reason, numbers)
    SELECT id, signal, subscription, "user", reason, numbers
    FROM unnest(
      ${arrayLiteral(rows.map(({ id }) => id))}::uuid[],
      ${arrayLiteral(denied.map(({ signalId }) => signalId))}::uuid[],
      ${arrayLiteral(denied.map(({ candidate }) => candidate.subscriptionId))}::uuid[],
      ${arrayLiteral(rows.map(({ userId }) => userId))}::uuid[],
      ${arrayLiteral(denied.map(({ denial }) => denial.reason))}::text[],
      ${arrayLiteral(numbered)}::int[]
    ) AS new(id, signal, subscription, "user", reason, number)
    JOIN distinct_numbers USING (number)`
  return rows
}
