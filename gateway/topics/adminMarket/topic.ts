import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { AdminMarketResolver } from './resolver.ts'
import { adminMarketRoutes } from './routes.ts'
import { AdminMarketService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly engine: Pick<EngineStates, 'read'>
}

export const adminMarketTopic = defineTopic({
  services: ({ db, engine }: Needs) => ({ adminMarket: new AdminMarketService(db, engine) }),
  resolver: AdminMarketResolver,
  routes: adminMarketRoutes,
})
