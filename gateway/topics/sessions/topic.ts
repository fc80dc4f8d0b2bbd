import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { SessionResolver } from './resolver.ts'
import { sessionRoutes } from './routes.ts'
import { SessionService } from './service.ts'

interface Needs {
  readonly db: Database
}

export const sessionsTopic = defineTopic({
  services: ({ db }: Needs) => ({ sessions: new SessionService(db) }),
  resolver: SessionResolver,
  routes: sessionRoutes,
})
