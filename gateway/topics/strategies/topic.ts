import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { StrategyResolver } from './resolver.ts'
import { strategyRoutes } from './routes.ts'
import { StrategyService } from './service.ts'

interface Needs {
  readonly db: Database
}

export const strategiesTopic = defineTopic({
  services: ({ db }: Needs) => ({ strategies: new StrategyService(db) }),
  resolver: StrategyResolver,
  routes: strategyRoutes,
})
