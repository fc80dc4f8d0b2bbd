import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { StrategyService } from '../strategies/service.ts'
import type { TradeService } from '../trades/service.ts'
import { AuthResolver } from './resolver.ts'
import { authRoutes } from './routes.ts'
import { AuthService, type AuthParts } from './service.ts'

interface Needs extends AuthParts {
  readonly db: Database
  readonly strategies: StrategyService
  readonly trades: TradeService
}

export const authTopic = defineTopic({
  services: (needs: Needs) => ({ auth: new AuthService(needs.db, needs) }),
  resolver: AuthResolver,
  oncePerRequest: { credential: ['signup', 'login', 'loginSecondFactor', 'reauthenticate', 'refresh'] },
  routes: authRoutes,
})
