import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { MINUTE } from '../../schema/time.ts'
import { NOW, useTestStore } from './testing/useTestStore.ts'

const current = useTestStore()

it('calls on live orders are stored once, whatever comes twice or is of nobody, and read by their owner and time', async () => {
  const { store, subscription } = current()
  const { userId } = subscription
  const call = { id: randomUUID(), userId, at: NOW, kind: 'CHANGE' as const }
  const before = { ...call, id: randomUUID(), at: NOW - MINUTE, kind: 'ENTRY' as const }
  await store.saveOrderCalls([before, call, { ...call, id: randomUUID(), userId: randomUUID() }])
  await store.saveOrderCalls([call, { ...call, kind: 'EXIT' }])
  expect(await store.orderCallsSince(userId, NOW - MINUTE)).toEqual(expect.arrayContaining([before, call]))
  expect(await store.orderCallsSince(userId, NOW)).toEqual([call])
  expect(await current().db.orderCall.count()).toBe(2)
})
