import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { AccountResolver } from './resolver.ts'
import { accountRoutes } from './routes.ts'
import { AccountService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly engine: EngineStates
}

export const accountTopic = defineTopic({
  services: ({ db, engine }: Needs) => ({ account: new AccountService(db, engine) }),
  resolver: AccountResolver,
  routes: accountRoutes,
})
