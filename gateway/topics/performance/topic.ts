import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { PerformanceResolver } from './resolver.ts'
import { PerformanceService } from './service.ts'

interface Needs {
  readonly db: Database
}

export const performanceTopic = defineTopic({
  services: ({ db }: Needs) => ({ performance: new PerformanceService(db) }),
  resolver: PerformanceResolver,
})
