import { randomUUID } from 'node:crypto'
import type { Database } from '../../../prisma/client.ts'
import { createStrategy, type StrategyIdentity, type StrategyTerms } from '../../../prisma/createStrategy.ts'

export interface TestSubscription {
  readonly userId: string
  readonly strategyId: string
  readonly subscriptionId: string
}

/** The default terms of a test subscription's strategy. */
export const STRATEGY_TERMS = {
  ...{ rules: {}, windowStart: '09:20', windowEnd: '15:10', maxTrades: 2, instruments: ['NIFTY'] },
  ...{ stopLossPercent: 12, takeProfitPercent: 18 },
}

/** A new user with an active subscription to a new public strategy. For tests only. */
export async function createTestSubscription(
  db: Database,
  {
    slug = randomUUID(),
    name = slug,
    description = 'of a test',
    type = 'custom',
    category = 'test',
    ...terms
  }: Partial<StrategyTerms & StrategyIdentity> = {},
): Promise<TestSubscription> {
  const email = `${randomUUID()}@example.com`
  const user = await db.user.create({ data: { email, name: slug, passwordHash: 'none' } })
  const identity = { slug, name, description, type, category, isActive: true, isPublic: true }
  const strategyId = await createStrategy(db, identity, { ...STRATEGY_TERMS, ...terms })
  const subscription = await db.subscription.create({ data: { userId: user.id, strategyId } })
  return { userId: user.id, strategyId, subscriptionId: subscription.id }
}
