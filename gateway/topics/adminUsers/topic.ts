import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { AdminUserResolver } from './resolver.ts'
import { adminUserRoutes } from './routes.ts'
import { AdminUserService, type AdminUserParts } from './service.ts'

interface Needs extends AdminUserParts {
  readonly db: Database
}

export const adminUsersTopic = defineTopic({
  services: (needs: Needs) => ({ adminUsers: new AdminUserService(needs.db, needs) }),
  resolver: AdminUserResolver,
  oncePerRequest: { credential: ['suspendUser', 'restoreUser', 'setUserRole', 'endUserSessions', 'resendUserVerification'] },
  routes: adminUserRoutes,
})
