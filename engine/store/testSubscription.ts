import { randomUUID } from 'node:crypto'
import type { Database } from '../../prisma/client.ts'
import type { Prisma } from '../../prisma/generated/client.ts'

export interface TestSubscription {
  readonly userId: string
  readonly strategyId: string
  readonly subscriptionId: string
}

/** A new user with an active subscription to a new public strategy. For tests only. */
export async function createTestSubscription(db: Database, settings: Partial<Prisma.StrategyCreateInput> = {}): Promise<TestSubscription> {
  const name = randomUUID()
  const user = await db.user.create({ data: { email: `${name}@example.com`, name, passwordHash: 'none' } })
  const strategy = await db.strategy.create({
    data: {
      ...{ slug: name, name, description: 'of a test', category: 'test', rules: {}, isActive: true, isPublic: true },
      ...{ windowStart: '09:20', windowEnd: '15:10', maxTrades: 2, stopLossPercent: 12, takeProfitPercent: 18, instruments: ['NIFTY'] },
      ...settings,
    },
  })
  const subscription = await db.subscription.create({ data: { userId: user.id, strategyId: strategy.id } })
  return { userId: user.id, strategyId: strategy.id, subscriptionId: subscription.id }
}
