import { openPool, type Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { PerformanceResolver } from './resolver.ts'
import { PerformanceService } from './service.ts'

/** For what reads the trades of all users, which takes seconds: no other request waits for these connections. */
const CONNECTIONS = 2

interface Needs {
  readonly db: Database
  readonly config: { readonly databaseUrl: string }
}

export const performanceTopic = defineTopic({
  services: ({ db, config }: Needs) => {
    const wholePool = openPool(config.databaseUrl, 'performance', CONNECTIONS)
    return { wholePool, performance: new PerformanceService(db, wholePool) }
  },
  resolver: PerformanceResolver,
  run: ({ wholePool }) => ({ close: () => wholePool.end() }),
})
