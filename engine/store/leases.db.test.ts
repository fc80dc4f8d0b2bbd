import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { NOBODY, type HeldLeases } from '../cluster/heldPartitions.ts'
import { partitionOf } from '../cluster/partitionOf.ts'
import { LeasesLapsed } from '../runtime/LeasesLapsed.ts'
import { MINUTE } from '../../schema/time.ts'
import { filled, MARKET, NOW, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()

/** A store of the same node, which does not hold the leases of the user, or any at all. */
function storeWithout(which: 'the user' | 'anybody') {
  const { storeOf, leases, subscription } = current()
  const own = partitionOf(subscription.userId)
  const held = new Map([...leases.held()].filter(([partition]) => which === 'the user' && partition !== own))
  const without: HeldLeases = { nodeId: leases.nodeId, held: () => held, everHeld: true }
  return storeOf.call(current(), MARKET, without)
}

/** Gives the user's partition to another node, until the test ends. */
async function giveTo<T>(owner: string, then: () => Promise<T>): Promise<T> {
  const { db, leases, subscription } = current()
  const partition = partitionOf(subscription.userId)
  await db.$executeRaw`UPDATE "Lease" SET owner = ${owner}::uuid WHERE partition = ${partition}`
  try {
    return await then()
  } finally {
    await db.$executeRaw`UPDATE "Lease" SET owner = ${leases.nodeId}::uuid WHERE partition = ${partition}`
  }
}

describe('a node whose leases have lapsed', () => {
  it('reads and writes nothing, and says so instead of doing nothing', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const other = storeWithout('anybody')
    const { trades, decisions } = other
    const calls = [
      trades.closeForeign(),
      trades.heldLegs(),
      trades.openOrders(),
      trades.barredUsers(),
      trades.requestedExits(),
      trades.markSubmitted([leg.id]),
      trades.expire([leg.id], 'of a test'),
      trades.refuseEntries([]),
      trades.submitExits([{ legId: leg.id, reason: 'STOP', at: NOW }]),
      trades.shrinkExit(leg.id, 1),
      trades.bookedByHand('F0'),
      trades.exitsAtBroker(),
      trades.endExitsAtBroker(['S0']),
      trades.resizeExitAtBroker('S0', 1),
      trades.lockedProfits(),
      trades.keepLocks([]),
      trades.moveStops([]),
      trades.setAskedLevels(),
      trades.reenter([], () => null),
      trades.endTrades([leg.tradeId], false),
      trades.exitTries(),
      trades.book([filled('S0', 1_00, NOW)]),
      trades.closeNotHeld(leg.id, NOW),
      trades.letGo(leg.id, 'STOP_REMOVED'),
      trades.letGoTrades(),
      trades.keepTaken([
        { type: 'placed', clientOrderId: 'E0', at: NOW, known: { brokerOrderId: 'b', exchangeOrderId: null, limit: leg.entryValue } },
      ]),
      trades.keepUnresolved(new Map()),
      trades.keepIncidents([]),
      decisions.decide(testStore.batchAt(NOW), NOW, () => expect.unreachable('nobody’s signal was judged')),
      other.ping(),
    ]
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.map((each) => each.status === 'rejected' && each.reason instanceof LeasesLapsed)).toEqual(calls.map(() => true))
    await other.close()
  })
})

describe('what is reported of orders of users whom the node does not have', () => {
  it('is left while nobody has them, and is no stranger’s', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const exit = await testStore.sendExit(leg, 'STOP')
    const other = storeWithout('the user')
    const update = filled(exit.clientOrderId, 90_00, NOW + MINUTE)
    for (const owner of [testStore.leases.nodeId, NOBODY])
      expect(await giveTo(owner, () => other.trades.book([update]))).toMatchObject({ legUpdates: [], strangers: [], left: [update] })
    await other.close()
    expect(await testStore.store.trades.book([update])).toMatchObject({ left: [], legUpdates: [{ change: 'closed' }] })
  })

  it('is dropped once another node has them', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const exit = await testStore.sendExit(leg, 'STOP')
    const other = storeWithout('the user')
    const update = filled(exit.clientOrderId, 90_00, NOW + MINUTE)
    expect(await giveTo(randomUUID(), () => other.trades.book([update]))).toMatchObject({ legUpdates: [], strangers: [], left: [] })
    await other.close()
  })

  it('is left of a protective stop too, which is no order yet', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const { id: legId, userId, contract } = leg
    const stop = {
      clientOrderId: 'S00000000000001',
      userId,
      legId,
      contract,
      side: 'SELL',
      slice: 1_000,
      quantity: 65,
      reason: 'STOP',
    } as const
    await testStore.store.trades.keepExitAtBroker(stop)
    const other = storeWithout('the user')
    const update = filled(stop.clientOrderId, 88_00, NOW + MINUTE)
    expect(await other.trades.book([update])).toMatchObject({ strangers: [], left: [update] })
    await other.close()
    expect(await testStore.store.trades.book([update])).toMatchObject({ left: [], legUpdates: [{ change: 'closed' }] })
  })
})
