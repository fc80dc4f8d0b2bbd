import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { LiveOrderResolver } from './resolver.ts'
import { UnfilledOrders } from './UnfilledOrders.ts'

interface Needs {
  readonly db: Database
}

export const liveOrdersTopic = defineTopic({
  services: ({ db }: Needs) => ({ unfilledOrders: new UnfilledOrders(db) }),
  resolver: LiveOrderResolver,
})
