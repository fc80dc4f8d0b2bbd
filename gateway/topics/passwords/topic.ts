import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { AuthService } from '../auth/service.ts'
import { PasswordResolver } from './resolver.ts'
import { passwordRoutes } from './routes.ts'
import { PasswordService, type PasswordParts } from './service.ts'

interface Needs extends PasswordParts {
  readonly db: Database
  readonly auth: AuthService
}

export const passwordsTopic = defineTopic({
  services: (needs: Needs) => ({ passwords: new PasswordService(needs.db, needs.auth, needs) }),
  resolver: PasswordResolver,
  oncePerRequest: { credential: ['changePassword', 'forgotPassword', 'resetPassword'] },
  routes: passwordRoutes,
})
