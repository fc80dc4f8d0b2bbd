import type { Database } from '../../../prisma/client.ts'
import type { Effects } from '../../kit/Effects.ts'
import type { EventWaits } from '../../kit/EventWaits.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { BacktestResolver } from './resolver.ts'
import { backtestRoutes } from './routes.ts'
import { BacktestService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly effects: Effects
  readonly waits: EventWaits
}

export const backtestsTopic = defineTopic({
  services: ({ db, effects, waits }: Needs) => ({ backtests: new BacktestService(db, effects, waits) }),
  resolver: BacktestResolver,
  routes: backtestRoutes,
  run: ({ backtests }) => ({ streams: { backtestProgress: ({ userId }, args) => backtests.progress(userId, args) } }),
})
