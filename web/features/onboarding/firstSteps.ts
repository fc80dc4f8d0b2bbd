import { paths, SCREENS } from '../../../schema/paths.ts'
import type { FirstStepsQuery } from '../../gql/generated/graphql.ts'
import { formatRupees } from '../../lib/formatMoney.ts'

/** Something a new user does before trades come by themselves. */
export interface FirstStep {
  readonly title: string
  /** Where it is done, or seen. */
  readonly to: string
  readonly done: boolean
}

/** A beginner's steps in order, done or not according to the server; null for a user with strategies and trades. */
export function firstSteps({ me, myStrategies, trades, account }: FirstStepsQuery): readonly FirstStep[] | null {
  if (myStrategies.length > 0 && trades.length > 0) return null
  const limit = account.maxDailyLoss
  return [
    { title: me.emailVerified ? 'Email confirmed' : 'Confirm your email', to: SCREENS.profile, done: me.emailVerified },
    {
      title: limit === null ? 'Set your maximum daily loss' : `Daily loss limit: ${formatRupees(limit)}`,
      to: paths.profile('limits'),
      done: limit !== null,
    },
    { title: 'Subscribe to a strategy', to: SCREENS.strategies, done: myStrategies.length > 0 },
    { title: 'See the first paper trade', to: SCREENS.liveTrades, done: trades.length > 0 },
  ]
}
