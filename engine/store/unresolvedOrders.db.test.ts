import { expect, it } from 'vitest'
import { useTestStore } from './testing/useTestStore.ts'
import { createTestSubscription } from './testing/createTestSubscription.ts'
import { Store } from './Store.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { partitionOf } from '../cluster/partitionOf.ts'

const current = useTestStore()

it('unresolved orders are kept by user, told when their number changes, and gone with the last one; those of other nodes stay', async () => {
  const { store, db, url, leases, subscription, events } = current()
  const { userId } = subscription
  let other = await createTestSubscription(db)
  while (partitionOf(other.userId) === partitionOf(userId)) other = await createTestSubscription(db)
  const stored = async () => Object.fromEntries((await db.unresolvedOrders.findMany()).map((row) => [row.userId, row.orders]))
  const both = new Map([
    [userId, 1],
    [other.userId, 2],
  ])
  await store.trades.keepUnresolved(both)
  await store.trades.keepUnresolved(new Map(both).set(userId, 3))
  expect(await stored()).toEqual({ [userId]: 3, [other.userId]: 2 })
  const told = () => events.flatMap((event) => (event.type === 'orders.unresolved' ? event.userId : []))
  await expect.poll(() => told().toSorted()).toEqual([userId, userId, other.userId].toSorted())
  // A node that owns one of the two only.
  const mine = new Map([...leases.held()].filter(([partition]) => partition === partitionOf(userId)))
  const node = new Store({
    databaseUrl: url,
    market: 'm',
    leases: { nodeId: leases.nodeId, held: () => mine, everHeld: true },
    rules: () => SHIPPED_MARKET_RULES,
  })
  await node.trades.keepUnresolved(new Map())
  await node.close()
  expect(await stored()).toEqual({ [other.userId]: 2 })
})
