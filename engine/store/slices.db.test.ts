import { expect, it } from 'vitest'
import { err } from '../../schema/errors.ts'
import { MINUTE } from '../../schema/time.ts'
import type { EntryOrder } from '../trading/orders/orders.ts'
import { isOpen } from '../trading/positions/legs.ts'
import { expectBooksInOrder } from './testing/expectBooksInOrder.ts'
import { filled, lots, NOW, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()

/** An entry of 28 lots of Nifty; the limit is 27 per order. */
async function enterTooMuch() {
  const testStore = current()
  const { entries } = await testStore.store.decisions.decide(testStore.batchAt(NOW - 2 * MINUTE), NOW - MINUTE, lots(28))
  const [large, small] = entries
  if (!large || !small) throw new Error('it was not sliced')
  return { testStore, entries, large, small }
}

async function fill(entry: EntryOrder) {
  const { store } = current()
  await store.trades.markSubmitted([entry.id])
  const { legUpdates } = await store.trades.book([filled(entry.clientOrderId, 100_00, NOW, entry.quantity)])
  return legUpdates[0]?.leg
}

/** The next decision's view of the subscription and its account. */
async function counted() {
  const testStore = current()
  const seen: unknown[] = []
  const now = NOW + seen.length
  await testStore.store.decisions.decide(testStore.batchAt(NOW - MINUTE), now, (_side, { tradesToday, openTrades }, account) => {
    seen.push({ tradesToday, openTrades, inAccount: account.openTrades, entriesToday: account.entriesToday })
    return err({ reason: 'KILL_SWITCH', numbers: { scope: 'GLOBAL' } })
  })
  return seen
}
const ONE = [{ tradesToday: 1, openTrades: 1, inAccount: 1, entriesToday: 1 }]

it('an entry above the freeze quantity is several orders of one trade, and sets aside what one would', async () => {
  const { testStore, entries, large, small } = await enterTooMuch()
  expect(entries.map(({ quantity }) => quantity)).toEqual([1_755, 65])
  expect([small.tradeId, small.legId]).toEqual([large.tradeId, large.legId])
  expect(large.reserved + small.reserved).toBe(28 * 6_900_00)
  expect(await testStore.db.order.findMany({ select: { slice: true, quantity: true, signalId: true }, orderBy: { slice: 'asc' } })).toEqual(
    [
      { slice: 0, quantity: 1_755, signalId: large.signalId },
      { slice: 1, quantity: 65, signalId: large.signalId },
    ],
  )
  expect((await testStore.store.decisions.decide(testStore.batchAt(NOW - 2 * MINUTE), NOW, lots(28))).entries).toEqual([])
})

it('counts as one entry while none of its orders is filled', async () => {
  await enterTooMuch()
  expect(await counted()).toEqual(ONE)
})

it.each(['large', 'small'] as const)('counts as one when the %s of its orders is filled and the other is under way', async (which) => {
  const sliced = await enterTooMuch()
  await fill(sliced[which])
  expect(await counted()).toEqual(ONE)
})

it('is one trade, sold by orders that the exchange takes, each with its own charges', async () => {
  const { testStore, large, small } = await enterTooMuch()
  await fill(large)
  const leg = await fill(small)
  if (!leg || !isOpen(leg)) throw new Error('no trade was opened')
  expect(leg.quantity).toBe(1_820)
  const { exits } = await testStore.store.trades.submitExits([{ legId: leg.id, reason: 'STOP', at: NOW + MINUTE }])
  const [first, second] = exits
  if (!first || !second) throw new Error('its exit was not sliced')
  expect([first.quantity, second.quantity, first.legId, second.legId]).toEqual([1_755, 65, leg.id, leg.id])
  expect(new Set([first.clientOrderId, second.clientOrderId]).size).toBe(2)
  expect(await testStore.store.trades.submitExits([{ legId: leg.id, reason: 'TARGET', at: NOW + MINUTE }])).toMatchObject({
    exits: [],
    busy: [],
  })
  const { legUpdates } = await testStore.store.trades.book([
    filled(first.clientOrderId, 90_00, NOW + 2 * MINUTE, 1_755),
    filled(second.clientOrderId, 90_00, NOW + 2 * MINUTE, 65),
  ])
  expect(legUpdates).toMatchObject([{ change: 'closed', alarms: [], leg: { exitQuantity: 1_820 } }])
  await expectBooksInOrder(testStore.db)
})

it('of which a part was sold has the rest sold when all of its exit’s orders are done, and not before', async () => {
  const { testStore, large, small } = await enterTooMuch()
  await fill(large)
  const leg = await fill(small)
  const ask = async () => (await testStore.store.trades.submitExits([{ legId: leg?.id ?? '', reason: 'STOP', at: NOW + MINUTE }])).exits
  const exits = await ask()
  await testStore.store.trades.book([filled(exits[0]?.clientOrderId ?? '', 90_00, NOW + MINUTE, 1_755)])
  expect(await ask()).toEqual([])
  await testStore.store.trades.book([
    { type: 'rejected', clientOrderId: exits[1]?.clientOrderId ?? '', at: NOW + MINUTE, reason: 'of a test' },
  ])
  expect(await ask()).toMatchObject([{ quantity: 65 }])
})
