import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SakhaEvent } from '../schema/events.ts'
import { listen, publish } from './bus.ts'
import { createTestDatabase, type TestDatabase } from './testDatabase.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Collects events and lets a test wait for the next one. */
function collector() {
  const waiting: ((event: SakhaEvent) => void)[] = []
  const arrived: SakhaEvent[] = []
  return {
    onEvent: (event: SakhaEvent) => {
      const next = waiting.shift()
      if (next) next(event)
      else arrived.push(event)
    },
    next: () =>
      new Promise<SakhaEvent>((resolve) => {
        const event = arrived.shift()
        if (event) resolve(event)
        else waiting.push(resolve)
      }),
  }
}

test('an event published in a transaction arrives after the commit, and not at all after a rollback', async () => {
  const events = collector()
  const bus = await listen(database.url, events.onEvent, () => {})
  try {
    await expect(
      database.db.$transaction(async (tx) => {
        await publish(tx, { type: 'market.changed' })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await database.db.$transaction((tx) => publish(tx, { type: 'trade.opened', tradeId: 't', userId: 'u' }))
    expect(await events.next()).toEqual({ type: 'trade.opened', tradeId: 't', userId: 'u' })
  } finally {
    await bus.close()
  }
})

test('a listener whose connection is cut comes back, says so, and hears what follows', async () => {
  const events = collector()
  let reconnected: () => void = () => {}
  const back = new Promise<void>((resolve) => (reconnected = resolve))
  const bus = await listen(database.url, events.onEvent, () => reconnected())
  try {
    await database.db
      .$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`
    await back
    await publish(database.db, { type: 'market.changed' })
    expect(await events.next()).toEqual({ type: 'market.changed' })
  } finally {
    await bus.close()
  }
})

test('what is not an event is passed over and the next one is heard', async () => {
  const events = collector()
  const bus = await listen(database.url, events.onEvent, () => {})
  try {
    await database.db.$executeRaw`SELECT pg_notify('sakha', payload) FROM unnest(${['not json', '7', '']}::text[]) AS payload`
    await publish(database.db, { type: 'market.changed' })
    expect(await events.next()).toEqual({ type: 'market.changed' })
  } finally {
    await bus.close()
  }
})

test('an event too large for one notification is refused before it is sent', async () => {
  const prices = Array.from({ length: 400 }, (_, i) => [`NIFTY28NOV26${i}CE`, i, 0] as const)
  const event = { type: 'prices.moved', prices } as unknown as SakhaEvent
  await expect(publish(database.db, event)).rejects.toThrow(/prices\.moved is larger than 7900 bytes/)
})

test('a first connection that cannot be made rejects', async () => {
  await expect(
    listen(
      'postgresql://nobody@127.0.0.1:1/none',
      () => {},
      () => {},
    ),
  ).rejects.toThrow()
})

test('many events of one transaction arrive in their order, in a few notifications', async () => {
  const events = collector()
  const bus = await listen(database.url, events.onEvent, () => {})
  const told = Array.from({ length: 1_000 }, (_, i) => ({ type: 'trade.opened', tradeId: `trade ${i} ₹`, userId: 'u' }) as const)
  const raw = new pg.Client({ connectionString: database.url })
  let notifications = 0
  raw.on('notification', () => notifications++)
  try {
    await raw.connect()
    await raw.query('LISTEN sakha')
    await publish(database.db, ...told)
    for (const event of told) expect(await events.next()).toEqual(event)
    await raw.query('SELECT 1')
    expect(notifications).toBeLessThan(20)
  } finally {
    await Promise.all([bus.close(), raw.end()])
  }
})
