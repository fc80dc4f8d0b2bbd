import { expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { partitionOf } from '../cluster/partitionOf.ts'
import type { LiveIncident } from '../trading/floor/LiveIncidents.ts'
import { Store } from './Store.ts'
import { createTestSubscription } from './testing/createTestSubscription.ts'
import { useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()

it('incidents are kept while they stand, told when one comes, changes or ends, and those of other nodes stay', async () => {
  const { store, db, url, leases, subscription, events } = current()
  const { userId } = subscription
  let other = await createTestSubscription(db)
  while (partitionOf(other.userId) === partitionOf(userId)) other = await createTestSubscription(db)
  const bare = (of: string, units: number): LiveIncident => ({
    ...{ userId: of, kind: 'LEG_BARE', subject: 'leg', tradeId: null, option: 'NIFTY24500CE', units },
  })
  const stored = async () => (await db.liveIncident.findMany({ orderBy: { units: 'asc' } })).map(({ userId: of, units }) => [of, units])
  const told = () => events.flatMap((event) => (event.type === 'incidents.changed' ? event.userId : []))

  await store.trades.keepIncidents([bare(userId, 65), bare(other.userId, 130)])
  const [first] = await db.liveIncident.findMany({ where: { userId } })
  await store.trades.keepIncidents([bare(userId, 65), bare(other.userId, 130)])
  await expect.poll(() => told().toSorted()).toEqual([userId, other.userId].toSorted())
  await store.trades.keepIncidents([bare(userId, 195), bare(other.userId, 130)])
  expect(await stored()).toEqual([
    [other.userId, 130],
    [userId, 195],
  ])
  expect((await db.liveIncident.findMany({ where: { userId } }))[0]?.since).toEqual(first?.since)
  expect((await store.trades.incidents()).toSorted((a, b) => a.units - b.units)).toEqual([bare(other.userId, 130), bare(userId, 195)])

  // A node that owns one of the two only.
  const mine = new Map([...leases.held()].filter(([partition]) => partition === partitionOf(userId)))
  const rules = () => SHIPPED_MARKET_RULES
  const node = new Store({ databaseUrl: url, market: 'm', leases: { nodeId: leases.nodeId, held: () => mine, everHeld: true }, rules })
  expect(await node.trades.incidents()).toEqual([bare(userId, 195)])
  await node.trades.keepIncidents([])
  await node.close()
  expect(await stored()).toEqual([[other.userId, 130]])
  await expect.poll(() => told().filter((each) => each === userId)).toHaveLength(3)
})
