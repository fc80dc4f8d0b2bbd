import { expect, it } from 'vitest'
import { OPEN_ORDERS, ORDER_STATUSES } from '../trading/orderStates.ts'
import { useTestStore } from './testStore.ts'

const current = useTestStore()

it('the database counts an order as open in just the states in which the engine does', async () => {
  const books = current()
  const { id } = await books.enterOnce()
  const open: string[] = []
  for (const status of ORDER_STATUSES) {
    await books.db.order.update({ where: { id }, data: { status } })
    const rows = await books.db.$queryRaw<unknown[]>`SELECT id FROM "Order" WHERE id = ${id}::uuid AND "isOpen"`
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
