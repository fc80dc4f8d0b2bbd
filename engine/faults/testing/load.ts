import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Database } from '../../../prisma/client.ts'
import type { StrategyTerms } from '../../../prisma/createStrategy.ts'
import { expectBooksInOrder } from '../../store/testing/expectBooksInOrder.ts'
import { createTestSubscription } from '../../store/testing/createTestSubscription.ts'
import type { OrderPurpose } from '../../../schema/trading/OrderPurpose.ts'

export const USERS = 20

/** Signals every few minutes on two indices, levels that are soon reached, and no day's limit that would end the load. */
const EAGER = {
  rules: { interval: '1min', long: ['close', 'crosses above', 'ema(3)'], short: ['close', 'crosses below', 'ema(3)'] },
  ...{ instruments: ['NIFTY', 'BANKNIFTY'], maxTrades: 1_000, stopLossPercent: 2, takeProfitPercent: 2 },
}

/** Twenty users with a paper subscription each to one eager strategy, whose terms may be given. For tests only. */
export async function subscribeManyUsers(db: Database, terms: Partial<StrategyTerms> = {}): Promise<void> {
  const { strategyId } = await createTestSubscription(db, { ...EAGER, ...terms })
  for (let i = 1; i < USERS; i++) {
    const name = randomUUID()
    const user = await db.user.create({ data: { email: `${name}@example.com`, name, passwordHash: 'none' } })
    await db.subscription.create({ data: { userId: user.id, strategyId } })
  }
}

/**
 * What a fault at any moment must leave: books in order, every signal answered once for every subscription or for none of them, and never
 * two exits of one leg under way. Resolves with the number of signals without candidates: those that came while the engine owned no users.
 * For tests only.
 */
export async function expectNothingLostOrDoubled(db: Database): Promise<number> {
  await expectBooksInOrder(db)
  const answers = new Map<string, string[]>()
  const select = { signalId: true, subscriptionId: true } as const
  for (const { signalId, subscriptionId } of [
    ...(await db.order.findMany({ where: { purpose: 'ENTRY' }, select })),
    ...(await db.denial.findMany({ select })),
  ])
    answers.set(String(signalId), [...(answers.get(String(signalId)) ?? []), subscriptionId])
  for (const asked of answers.values()) expect([asked.length, new Set(asked).size]).toEqual([USERS, USERS])
  const selling = await openOrders(db, 'EXIT')
  expect(new Set(selling.map(({ legId }) => legId)).size).toBe(selling.length)
  return (await db.signal.count()) - answers.size
}

/** Orders that may still be filled. For tests only. */
export async function openOrders(db: Database, purpose?: OrderPurpose) {
  return db.order.findMany({ where: { status: { in: ['INTENT', 'SUBMITTED', 'OPEN', 'PARTIAL'] }, ...(purpose ? { purpose } : {}) } })
}

/** Waits until what was under way has ended: those orders, and the trades that some of them were selling. For tests only. */
export async function expectDone(db: Database, orders: readonly { readonly id: string }[]): Promise<void> {
  const ids = orders.map(({ id }) => id)
  const left = async () => (await openOrders(db)).filter(({ id }) => ids.includes(id)).length
  await expect.poll(left, { timeout: 10_000, interval: 50 }).toBe(0)
}
