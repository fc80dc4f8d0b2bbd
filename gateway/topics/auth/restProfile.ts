import { z } from 'zod'
import type { User } from '../../../schema/graphql/auth.ts'
import { restTrade, restTradeSchema } from '../trades/restTrade.ts'
import { restUserStrategy, restUserStrategySchema } from '../strategies/restUserStrategy.ts'
import type { StrategyService } from '../strategies/service.ts'
import type { TradeService } from '../trades/service.ts'
import { restUser, restUserSchema } from './restUser.ts'

export interface ProfileReaders {
  readonly strategies: StrategyService
  readonly trades: TradeService
}

/** The account with its subscriptions and trades: the specification's user, in answers to sign-ins as in the profile. */
export const restProfileSchema = restUserSchema.extend({
  strategies: z.array(restUserStrategySchema.extend({ strategyId: z.object({ _id: z.string(), name: z.string(), type: z.string() }) })),
  trades: z.array(restTradeSchema).describe('The latest ones, running and closed'),
})

/** A user in this shape. */
export async function restProfile({ strategies, trades }: ProfileReaders, user: User): Promise<z.infer<typeof restProfileSchema>> {
  const [subscriptions, latest] = await Promise.all([strategies.mine(user.id), trades.latest(user.id, {})])
  return {
    ...restUser(user),
    strategies: subscriptions.map((own) => ({
      ...restUserStrategy(own),
      strategyId: { _id: own.strategyId, name: own.name, type: own.type },
    })),
    trades: latest.map(restTrade),
  }
}
