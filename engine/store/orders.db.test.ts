import { expect, it } from 'vitest'
import { paise } from '../../schema/money.ts'
import { ORDER_STATUSES } from '../../schema/trading/OrderStatus.ts'
import { OPEN_ORDERS } from '../trading/orders/orderStates.ts'
import { NOW, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()

it('the database counts an order as open in just the states in which the engine does', async () => {
  const testStore = current()
  const { id } = await testStore.enterOnce()
  const open: string[] = []
  for (const status of ORDER_STATUSES) {
    await testStore.db.order.update({ where: { id }, data: { status } })
    const rows = await testStore.db.$queryRaw<unknown[]>`SELECT id FROM "Order" WHERE id = ${id}::uuid AND "isOpen"`
    if (rows.length > 0) open.push(status)
  }
  expect(open).toEqual(OPEN_ORDERS)
})

it('no index has a column that changes while an order is open, so that its updates touch none', async () => {
  const indexes = await current().db.$queryRaw<{ definition: string }[]>`
    SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = '"Order"'::regclass`
  expect(indexes.length).toBeGreaterThan(4)
  for (const { definition } of indexes) expect(definition).not.toMatch(/status|filled|reserved|note|updatedAt/)
})

it('the ids under which broker and exchange know an order, and its limit there, are kept as they are told, and lost by no restart', async () => {
  const testStore = current()
  const { clientOrderId } = await testStore.enterOnce()
  const update = (brokerOrderId: string, exchangeOrderId: string | null, limit: number) => ({
    ...{ type: 'placed' as const, clientOrderId, at: NOW, known: { brokerOrderId, exchangeOrderId, limit: paise(limit) } },
  })
  const stored = () =>
    testStore.db.order.findUniqueOrThrow({
      where: { clientOrderId },
      select: { brokerOrderId: true, exchangeOrderId: true, limitPaise: true },
    })
  expect(await stored()).toEqual({ brokerOrderId: null, exchangeOrderId: null, limitPaise: null })
  expect(await testStore.store.trades.keepTaken([update('b1', null, 100_50), update('b1', '11', 100_50)])).toEqual([])
  expect(await stored()).toEqual({ brokerOrderId: 'b1', exchangeOrderId: '11', limitPaise: 100_50n })
  await testStore.store.trades.book([{ type: 'accepted', clientOrderId, at: NOW }])
  await testStore.store.trades.book([{ ...update('another', null, 99_00), type: 'modified' }])
  expect(await stored()).toEqual({ brokerOrderId: 'b1', exchangeOrderId: '11', limitPaise: 99_00n })
  // An update from before the change, stored after it.
  await testStore.store.trades.keepTaken([update('b1', null, 100_50)])
  expect(await stored()).toEqual({ brokerOrderId: 'b1', exchangeOrderId: '11', limitPaise: 99_00n })
})

it('what the broker has taken waits for no booking of its order, and is not stored for a user whom another node owns', async () => {
  const testStore = current()
  const { clientOrderId } = await testStore.enterOnce()
  const taken = [
    { type: 'placed' as const, clientOrderId, at: NOW, known: { brokerOrderId: 'b1', exchangeOrderId: null, limit: paise(100_50) } },
  ]
  const stored = async () => (await testStore.db.order.findUniqueOrThrow({ where: { clientOrderId } })).brokerOrderId
  await testStore.db.$transaction(async (tx) => {
    await tx.$executeRaw`UPDATE "Order" SET note = 'is being booked' WHERE "clientOrderId" = ${clientOrderId}`
    expect(await testStore.store.trades.keepTaken(taken)).toEqual([clientOrderId])
  })
  expect(await stored()).toBeNull()
  const { count } = await testStore.db.lease.updateMany({ data: { token: { increment: 1 } } })
  expect(count).toBeGreaterThan(0)
  expect([await testStore.store.trades.keepTaken(taken), await stored()]).toEqual([[], null])
  await testStore.db.lease.updateMany({ data: { token: { decrement: 1 } } })
  expect([await testStore.store.trades.keepTaken(taken), await stored()]).toEqual([[], 'b1'])
})
