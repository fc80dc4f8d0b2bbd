import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { AccessTokenResolver } from './resolver.ts'
import { AccessTokenService, type TokenParts } from './service.ts'

interface Needs extends TokenParts {
  readonly db: Database
}

export const accessTokensTopic = defineTopic({
  services: (needs: Needs) => ({ personalTokens: new AccessTokenService(needs.db, needs) }),
  resolver: AccessTokenResolver,
  oncePerRequest: { credential: ['createAccessToken'] },
  run: ({ personalTokens }) => ({ prune: () => personalTokens.prune() }),
})
