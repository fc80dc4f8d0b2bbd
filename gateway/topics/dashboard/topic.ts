import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import type { MarketService } from '../market/service.ts'
import type { TradeService } from '../trades/service.ts'
import { DashboardResolver } from './resolver.ts'
import { dashboardRoutes } from './routes.ts'
import { DashboardService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly engine: EngineStates
  readonly market: MarketService
  readonly trades: TradeService
}

export const dashboardTopic = defineTopic({
  services: ({ db, engine, trades }: Needs) => ({ dashboard: new DashboardService(db, engine, trades) }),
  resolver: DashboardResolver,
  routes: dashboardRoutes,
})
