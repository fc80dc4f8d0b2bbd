import type { Database } from '../../../prisma/client.ts'
import type { Effects } from '../../kit/Effects.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { AdminStrategyResolver } from './resolver.ts'
import { adminStrategyRoutes } from './routes.ts'
import { AdminStrategyService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly effects: Effects
}

export const adminStrategiesTopic = defineTopic({
  services: ({ db, effects }: Needs) => ({ adminStrategies: new AdminStrategyService(db, effects) }),
  resolver: AdminStrategyResolver,
  routes: adminStrategyRoutes,
})
