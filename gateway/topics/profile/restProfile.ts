import { z } from 'zod'
import { restTrade, restTradeSchema } from '../trades/restTrade.ts'
import { restUserStrategy, restUserStrategySchema } from '../strategies/restUserStrategy.ts'
import type { StrategyService } from '../strategies/service.ts'
import type { TradeService } from '../trades/service.ts'
import type { ProfileService } from './service.ts'
import { restUser, restUserSchema } from '../auth/restUser.ts'

export interface ProfileServices {
  readonly profile: ProfileService
  readonly strategies: StrategyService
  readonly trades: TradeService
}

/** The account with its settings, as the specification's profile has it. */
export const restProfileSchema = restUserSchema.extend({
  strategies: z.array(restUserStrategySchema.extend({ strategyId: z.object({ _id: z.string(), name: z.string(), type: z.string() }) })),
  trades: z.array(restTradeSchema).describe('The latest ones, running and closed'),
})

/** The signed-in user's profile in the REST shape. Throws UNAUTHENTICATED when the account no longer exists. */
export async function restProfile(
  { profile, strategies, trades }: ProfileServices,
  userId: string,
): Promise<z.infer<typeof restProfileSchema>> {
  const [user, subscriptions, latest] = await Promise.all([profile.me(userId), strategies.mine(userId), trades.latest(userId, {})])
  return {
    ...restUser(user),
    strategies: subscriptions.map((own) => ({
      ...restUserStrategy(own),
      strategyId: { _id: own.strategyId, name: own.name, type: own.type },
    })),
    trades: latest.map(restTrade),
  }
}
