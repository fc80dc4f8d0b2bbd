import { SECOND } from '../../../schema/time.ts'
import type { UserStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { useNow } from '../../lib/useNow.ts'

/** The engine sees a subscription at once, and reports a moment later what its strategy lacks. */
const YOUNG_MS = 15 * SECOND

/** Whether one of these warms up, or is too young for the engine to have said so. */
export function useMayWarmUp(subscriptions: readonly Pick<UserStrategyPartsFragment, 'warmingUp' | 'subscribedAt'>[]): boolean {
  const now = useNow(5 * SECOND)
  return subscriptions.some(({ warmingUp, subscribedAt }) => warmingUp !== null || now - Date.parse(subscribedAt) < YOUNG_MS)
}
