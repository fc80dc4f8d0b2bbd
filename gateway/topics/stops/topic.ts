import type { Database } from '../../../prisma/client.ts'
import type { Effects } from '../../kit/Effects.ts'
import type { EventWaits } from '../../kit/EventWaits.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { StopResolver } from './resolver.ts'
import { stopRoutes } from './routes.ts'
import { StopService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly effects: Effects
  readonly waits: EventWaits
}

export const stopsTopic = defineTopic({
  services: ({ db, effects, waits }: Needs) => ({ stops: new StopService(db, effects, waits) }),
  resolver: StopResolver,
  routes: stopRoutes,
})
