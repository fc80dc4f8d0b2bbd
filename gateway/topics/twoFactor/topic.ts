import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { Sealer } from '../../security/Sealer.ts'
import type { Letters } from '../mail/Letters.ts'
import type { Postbox } from '../mail/Postbox.ts'
import { SecondFactor } from './SecondFactor.ts'
import { TwoFactorResolver } from './resolver.ts'
import { twoFactorRoutes } from './routes.ts'
import { TwoFactorService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly sealer: Sealer
  readonly postbox: Postbox
  readonly letters: Letters
}

export const twoFactorTopic = defineTopic({
  services: ({ db, sealer, postbox, letters }: Needs) => {
    const secondFactor = new SecondFactor(sealer)
    return { secondFactor, twoFactor: new TwoFactorService(db, secondFactor, postbox, letters) }
  },
  resolver: TwoFactorResolver,
  oncePerRequest: { credential: ['confirmTwoFactor'] },
  routes: twoFactorRoutes,
})
