import type { Pool } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { Sealer } from '../../security/Sealer.ts'
import { AnonymousTradeResolver } from './resolver.ts'
import { AnonymousTradeService } from './service.ts'

interface Needs {
  /** For what reads the trades of all users. */
  readonly wholePool: Pool
  readonly sealer: Sealer
}

export const anonymousTradesTopic = defineTopic({
  services: ({ wholePool, sealer }: Needs) => ({ anonymousTrades: new AnonymousTradeService(wholePool, sealer) }),
  resolver: AnonymousTradeResolver,
})
