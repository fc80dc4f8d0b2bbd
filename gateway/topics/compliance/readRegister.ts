import type { Database } from '../../../prisma/client.ts'
import type { LiveRegistration } from '../../../schema/graphql/compliance.ts'

/** Of the register on the page. */
const SHOWN = 200

/**
 * The register of a user's live strategies, the latest first, each with the risk text that was accepted last before it.
 * Raw SQL: the last acceptance before each (LATERAL).
 */
export function readRegister(db: Database, userId: string): Promise<LiveRegistration[]> {
  return db.$queryRaw<LiveRegistration[]>`
    SELECT registration."strategyId", strategy.name AS strategy, registration.version, registration.lots, registration.since,
      registration.until, accepted.version AS "riskTextVersion", accepted."acceptedAt" AS "riskTextAcceptedAt"
    FROM "LiveRegistration" registration
    JOIN "Strategy" strategy ON strategy.id = registration."strategyId"
    LEFT JOIN LATERAL (
      SELECT version, "acceptedAt" FROM "RiskAcceptance" acceptance
      WHERE acceptance."userId" = registration."userId" AND acceptance."acceptedAt" <= registration.since
      ORDER BY version DESC LIMIT 1
    ) AS accepted ON true
    WHERE registration."userId" = ${userId}::uuid
    ORDER BY registration.since DESC, registration."subscriptionId" LIMIT ${SHOWN}`
}
