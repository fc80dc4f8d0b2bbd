import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { BrokerCommands } from '../broker/BrokerCommands.ts'
import { AdminBrokerResolver } from './resolver.ts'
import { adminBrokerRoutes } from './routes.ts'
import { AdminBrokerService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly brokerCommands: BrokerCommands
}

export const adminBrokerTopic = defineTopic({
  services: ({ db, brokerCommands }: Needs) => ({ adminBroker: new AdminBrokerService(db, brokerCommands) }),
  resolver: AdminBrokerResolver,
  oncePerRequest: { credential: ['configureAdminBroker', 'loginAdminBroker', 'removeAdminBroker'] },
  patient: ['loginAdminBroker'],
  routes: adminBrokerRoutes,
})
