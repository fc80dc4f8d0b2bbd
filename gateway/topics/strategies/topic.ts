import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { LiveGatekeeper } from '../liveTrading/LiveGatekeeper.ts'
import { StrategyResolver } from './resolver.ts'
import { strategyRoutes } from './routes.ts'
import { StrategyService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly liveGatekeeper: LiveGatekeeper
}

export const strategiesTopic = defineTopic({
  services: ({ db, liveGatekeeper }: Needs) => ({ strategies: new StrategyService(db, liveGatekeeper) }),
  resolver: StrategyResolver,
  routes: strategyRoutes,
})
