import { defineTopic } from '../../kit/Topic.ts'
import { StopResolver } from './resolver.ts'
import { stopRoutes } from './routes.ts'
import { StopService, type StopParts } from './service.ts'

export const stopsTopic = defineTopic({
  services: (needs: StopParts) => ({ stops: new StopService(needs) }),
  resolver: StopResolver,
  // It waits for the exchange to close trades.
  patient: ['emergencyStop'],
  routes: stopRoutes,
})
