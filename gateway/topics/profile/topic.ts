import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { StrategyService } from '../strategies/service.ts'
import type { TradeService } from '../trades/service.ts'
import { ProfileResolver } from './resolver.ts'
import { profileRoutes } from './routes.ts'
import { ProfileService, type ProfileParts } from './service.ts'

interface Needs extends ProfileParts {
  readonly db: Database
  readonly strategies: StrategyService
  readonly trades: TradeService
}

export const profileTopic = defineTopic({
  services: (needs: Needs) => ({ profile: new ProfileService(needs.db, needs) }),
  resolver: ProfileResolver,
  oncePerRequest: { credential: ['verifyEmail', 'resendVerification'] },
  routes: profileRoutes,
})
