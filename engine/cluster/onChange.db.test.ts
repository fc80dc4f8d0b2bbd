import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { publish } from '../../prisma/bus/publish.ts'
import { cutConnections } from '../../prisma/bus/testing/cutConnections.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import type { LastingEvent } from '../../schema/events/SakhaEvent.ts'
import { onChange } from './onChange.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the functions of an event are called with it, and for it alone; every function is called when events were missed that are no longer kept', async () => {
  const calls: string[] = []
  let wake: () => void = () => undefined
  const called = (count: number) =>
    new Promise<void>((resolve) => {
      wake = () => calls.length >= count && resolve()
      wake()
    })
  const note = (name: string) => (event?: LastingEvent) => {
    calls.push(event ? `${name}: ${event.type}` : name)
    wake()
  }
  const log = { info: vi.fn() }
  const changed = [
    { 'subscription.changed': note('subscriptions'), 'market.rulesChanged': note('rules') },
    { 'market.rulesChanged': note('others') },
  ]
  const bus = await onChange(database.url, changed, log)
  try {
    await publish(database.db, { type: 'market.changed' }, { type: 'market.rulesChanged' })
    await called(2)
    expect(calls).toEqual(['rules: market.rulesChanged', 'others: market.rulesChanged'])
    expect(log.info).not.toHaveBeenCalled()
    await database.db.busMessage.deleteMany()
    await cutConnections(database.db, 'listener of sakha')
    await called(5)
    expect(calls.slice(2)).toEqual(['subscriptions', 'rules', 'others'])
  } finally {
    await bus.close()
  }
})
