import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { StrategyPageResolver } from './resolver.ts'
import { strategyPageRoutes } from './routes.ts'
import { StrategyPageService } from './service.ts'

interface Needs {
  readonly db: Database
}

export const strategyPageTopic = defineTopic({
  services: ({ db }: Needs) => ({ strategyPage: new StrategyPageService(db) }),
  resolver: StrategyPageResolver,
  routes: strategyPageRoutes,
})
