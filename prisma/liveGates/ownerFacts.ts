import type { LiveFacts } from '../../schema/trading/liveGates.ts'
import { Prisma } from '../generated/client.ts'

/** What OWNER_FACTS selects. */
export interface OwnerFactsRow extends Pick<LiveFacts, 'email' | 'emailVerified' | 'twoFactor' | 'acceptedRiskText' | 'limitsChosen'> {
  readonly brokerUntil: Date | null
}

/** SQL columns: what the gates of live trading check about an account's owner, from tables named "user" and broker (the account there). */
export const OWNER_FACTS = Prisma.sql`
  "user".email, "user"."emailVerifiedAt" IS NOT NULL AS "emailVerified", "user"."twoFactorAt" IS NOT NULL AS "twoFactor",
  "user"."limitsChosenAt" IS NOT NULL AND "user"."maxDailyLossPaise" IS NOT NULL AS "limitsChosen",
  CASE WHEN broker.state = 'CONNECTED' THEN broker."validUntil" END AS "brokerUntil",
  (SELECT max(version) FROM "RiskAcceptance" WHERE "userId" = "user".id) AS "acceptedRiskText"`
