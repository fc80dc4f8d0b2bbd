import type { AllowLive } from '../../schema/allowLive.ts'
import type { Instant } from '../../schema/time.ts'
import { unmetGates, type LiveGate, type LiveTerms } from '../../schema/trading/liveGates.ts'
import { arrayLiteral } from '../arrayLiteral.ts'
import type { Statements } from '../inTransaction.ts'
import { OWNER_FACTS, type OwnerFactsRow } from './ownerFacts.ts'

/** A subscription with all that the gates look at. */
interface FactsRow extends OwnerFactsRow {
  readonly id: string
  readonly terms: LiveTerms
  readonly confirmed: LiveTerms | null
}

/**
 * What each of the subscriptions lacks to trade live at a real time, by its id: for the switch to live as for every entry. Raw SQL: one
 * statement for all of them. A subscription that is not there has no entry.
 */
export async function unmetLiveGates(
  db: Statements,
  subscriptionIds: readonly string[],
  allowed: AllowLive,
  now: Instant,
): Promise<Map<string, readonly LiveGate[]>> {
  const rows = await db.$queryRaw<FactsRow[]>`
    SELECT subscription.id, ${OWNER_FACTS}, jsonb_build_object(
             'version', subscription.version, 'lots', coalesce(subscription.lots, strategy.lots),
             'instruments', coalesce(nullif(subscription.instruments, '{}'), strategy.instruments),
             'window', jsonb_build_object('start', coalesce(subscription."windowStart", strategy."windowStart"),
                                          'end', coalesce(subscription."windowEnd", strategy."windowEnd"))) AS terms,
           CASE WHEN subscription."confirmedAt" IS NOT NULL THEN jsonb_build_object(
             'version', subscription."confirmedVersion", 'lots', subscription."confirmedLots", 'instruments', subscription."confirmedInstruments",
             'window', jsonb_build_object('start', subscription."confirmedStart", 'end', subscription."confirmedEnd")) END AS confirmed
    FROM "Subscription" subscription
    JOIN "User" "user" ON "user".id = subscription."userId"
    JOIN "StrategyVersion" strategy ON strategy."strategyId" = subscription."strategyId" AND strategy.version = subscription.version
    LEFT JOIN "BrokerAccount" broker ON broker."userId" = "user".id
    WHERE subscription.id = ANY(${arrayLiteral(subscriptionIds)}::uuid[])`
  return new Map(
    rows.map(({ brokerUntil, ...row }) => [
      row.id,
      unmetGates({ ...row, brokerUntil: brokerUntil && brokerUntil.getTime() }, allowed, now),
    ]),
  )
}
