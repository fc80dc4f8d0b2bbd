import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { Sealer } from '../../security/Sealer.ts'
import { AnonymousTradeResolver } from './resolver.ts'
import { AnonymousTradeService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly sealer: Sealer
}

export const anonymousTradesTopic = defineTopic({
  services: ({ db, sealer }: Needs) => ({ anonymousTrades: new AnonymousTradeService(db, sealer) }),
  resolver: AnonymousTradeResolver,
})
