import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { MINUTE } from '../../schema/time.ts'
import type { OrderUpdate } from '../broker/port.ts'
import { partitionOf } from '../cluster/partitionOf.ts'
import type { EntryOrder } from '../trading/orders/orders.ts'
import { bookingParts } from './bookingParts.ts'
import { KnownEntries } from './KnownEntries.ts'
import { expectBooksInOrder } from './testing/expectBooksInOrder.ts'
import { enter, filled, NOW, useTestStore, type TestStore } from './testing/useTestStore.ts'

const current = useTestStore()
const USERS = 300

const isEven = ({ userId }: EntryOrder) => partitionOf(userId) % 2 === 0

/** Entries of as many users, sent. */
async function enterMany(testStore: TestStore): Promise<EntryOrder[]> {
  const { db, store } = testStore
  const { strategyId } = testStore.subscription
  const ids = Array.from({ length: USERS - 1 }, () => uuid())
  await db.user.createMany({ data: ids.map((id) => ({ id, email: `${id}@example.com`, name: 'User', passwordHash: 'none' })) })
  await db.subscription.createMany({ data: ids.map((userId) => ({ userId, strategyId })) })
  const { entries } = await store.decisions.decide(testStore.batchAt(NOW - MINUTE), NOW, enter)
  await store.trades.markSubmitted(entries.map(({ id }) => id))
  return [...entries]
}

function fillsOf(entries: readonly EntryOrder[]): OrderUpdate[] {
  return entries.flatMap(({ clientOrderId, quantity }): OrderUpdate[] => [
    { type: 'accepted', clientOrderId, at: NOW },
    filled(clientOrderId, 100_00, NOW + 400, quantity),
  ])
}

it('fills of many entries are booked in two transactions, each of users whom the other does not lock', async () => {
  const testStore = current()
  const entries = await enterMany(testStore)
  const booked = await testStore.store.trades.book(fillsOf(entries))
  expect(booked.changes.map(({ change }) => change)).toEqual(Array.from({ length: USERS }, () => 'opened'))
  expect(new Set(booked.legUpdates.map(({ legId }) => legId))).toEqual(new Set(entries.map(({ legId }) => legId)))
  const trades = await testStore.db.$queryRaw<{ transaction: string; userId: string }[]>`
    SELECT xmin::text AS transaction, "userId"::text FROM "Trade"`
  const sides = new Map(trades.map(({ transaction, userId }) => [`${transaction} ${partitionOf(userId) % 2}`, transaction]))
  expect([trades.length, sides.size, new Set(sides.values()).size]).toEqual([USERS, 2, 2])
  await expectBooksInOrder(testStore.db)
})

it('what one of them booked stays when the other fails, and the next attempt books the rest, nothing twice', async () => {
  const testStore = current()
  const entries = await enterMany(testStore)
  const inTheWay = entries.find(isEven)!
  const other = entries.find((entry) => !isEven(entry))!
  const fillId = `${inTheWay.clientOrderId}-1`
  await testStore.db.fill.create({
    data: { id: fillId, orderId: other.id, quantity: 65, pricePaise: 1n, chargesPaise: 0n, filledAt: new Date(NOW) },
  })
  const updates = fillsOf(entries)
  await expect(testStore.store.trades.book(updates)).rejects.toThrow(/duplicate key/)
  const odd = entries.filter((entry) => !isEven(entry))
  expect(await testStore.db.trade.count()).toBe(odd.length)
  await testStore.owner.$executeRaw`DELETE FROM "Fill" WHERE id = ${fillId}`
  const { changes } = await testStore.store.trades.book(updates)
  expect(changes.filter(({ change }) => change === 'opened').length).toBe(USERS - odd.length)
  expect([await testStore.db.trade.count(), await testStore.db.fill.count()]).toEqual([USERS, USERS])
  await expectBooksInOrder(testStore.db)
})

it('among updates of other orders, and few ones, all are booked in one', async () => {
  const entries = await enterMany(current())
  const known = new KnownEntries('of a test')
  known.keep(entries, 'NIFTY', new Map(entries.map(({ signalId }) => [signalId, 'LONG'])))
  const updates = fillsOf(entries)
  const parts = bookingParts(known, updates)
  expect(parts.map((part) => part.updates)).toEqual([true, false].map((even) => fillsOf(entries.filter((entry) => isEven(entry) === even))))
  expect(bookingParts(known, [...updates, filled('a stranger', 100_00, NOW)]).length).toBe(1)
  expect(bookingParts(known, updates.slice(0, 499)).length).toBe(1)
  const ofEven = fillsOf(entries.filter(isEven))
  expect(bookingParts(known, [...ofEven, ...ofEven, ...ofEven]).map((part) => part.concerns(1))).toEqual([false])
})
