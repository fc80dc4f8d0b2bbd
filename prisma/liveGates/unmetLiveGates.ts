import type { AllowLive } from '../../schema/allowLive.ts'
import type { Instant } from '../../schema/time.ts'
import { unmetGates, type LiveFacts, type LiveGate } from '../../schema/trading/liveGates.ts'
import { arrayLiteral } from '../arrayLiteral.ts'
import type { Statements } from '../inTransaction.ts'
import { OWNER_FACTS, type OwnerFactsRow } from './ownerFacts.ts'

/** A subscription with all that the gates look at. */
interface FactsRow extends OwnerFactsRow, Pick<LiveFacts, 'version' | 'lots'> {
  readonly id: string
  readonly confirmedVersion: number | null
  readonly confirmedLots: number | null
}

/**
 * What each of the subscriptions lacks to trade live at a real time, by its id: for the switch to live as for every entry. One statement
 * for all of them. A subscription that is not there has no entry.
 */
export async function unmetLiveGates(
  db: Statements,
  subscriptionIds: readonly string[],
  allowed: AllowLive,
  now: Instant,
): Promise<Map<string, readonly LiveGate[]>> {
  const rows = await db.$queryRaw<FactsRow[]>`
    SELECT subscription.id, ${OWNER_FACTS}, subscription.version, coalesce(subscription.lots, strategy.lots) AS lots,
           subscription."confirmedVersion", subscription."confirmedLots"
    FROM "Subscription" subscription
    JOIN "User" "user" ON "user".id = subscription."userId"
    JOIN "StrategyVersion" strategy ON strategy."strategyId" = subscription."strategyId" AND strategy.version = subscription.version
    LEFT JOIN "BrokerAccount" broker ON broker."userId" = "user".id
    WHERE subscription.id = ANY(${arrayLiteral(subscriptionIds)}::uuid[])`
  return new Map(rows.map((row) => [row.id, unmetGates(factsOf(row), allowed, now)]))
}

function factsOf({ brokerUntil, confirmedVersion, confirmedLots, ...row }: FactsRow): LiveFacts {
  return {
    ...row,
    brokerUntil: brokerUntil && brokerUntil.getTime(),
    confirmed: confirmedVersion === null || confirmedLots === null ? null : { version: confirmedVersion, lots: confirmedLots },
  }
}
