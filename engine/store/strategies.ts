import type { Database } from '../../prisma/client.ts'
import type { StoredStrategy } from '../trading/ActiveStrategies.ts'

/** Active public strategies that somebody is subscribed to. */
export async function subscribedStrategies(db: Database): Promise<StoredStrategy[]> {
  return db.strategy.findMany({
    where: { isActive: true, isPublic: true, subscriptions: { some: { isActive: true, endedAt: null } } },
    select: { id: true, slug: true, rules: true, instruments: true },
    orderBy: { id: 'asc' },
  })
}
