import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LastingEvent, PricesMoved } from '../../../schema/events/SakhaEvent.ts'
import { paise } from '../../../schema/money.ts'
import { publish } from '../publish.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/createTestDatabase.ts'
import type { Bus, BusSubscription } from '../port.ts'
import { Heard } from './Heard.ts'

/** How a kind of bus is made, and damaged. */
export interface BusUnderTest {
  open(databaseUrl: string): Bus
  /** Cuts the connections of all who listen to events or prices. */
  cutListeners(database: TestDatabase): Promise<void>
  /** Deletes all published events. */
  forgetKept(database: TestDatabase): Promise<void>
}

export const opened = (i: number): LastingEvent => ({ type: 'trade.opened', tradeId: `trade ${i} ₹`, userId: 'u' })

/** Numbers from one on, without a gap. */
export const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i)

/** What every bus promises (port.ts). For tests only. */
export function describeBus(name: string, { open, cutListeners, forgetKept }: BusUnderTest): void {
  describe(name, () => {
    let database: TestDatabase
    let bus: Bus
    const subscriptions: BusSubscription[] = []
    beforeAll(async () => {
      database = await createTestDatabase()
    })
    afterAll(() => database.drop())
    beforeEach(() => {
      bus = open(database.url)
    })
    afterEach(async () => {
      await Promise.all(subscriptions.splice(0).map((subscription) => subscription.close()))
      await bus.close()
    })

    async function listen(since?: number): Promise<Heard> {
      const heard = new Heard(since)
      subscriptions.push(await bus.listen(heard))
      return heard
    }

    it('tells an event after the commit of its transaction, and not at all after a rollback', async () => {
      const heard = await listen()
      await expect(
        database.db.$transaction(async (tx) => {
          await publish(tx, { type: 'market.changed' })
          throw new Error('rolled back')
        }),
      ).rejects.toThrow('rolled back')
      await database.db.$transaction((tx) => publish(tx, opened(1)))
      await heard.count(1)
      expect(heard.events).toEqual([opened(1)])
    })

    it('tells ten thousand events of one transaction in their order, numbered without a gap, to all who listen alike', async () => {
      const [one, other] = [await listen(), await listen()]
      const events = numbersFrom(1, 10_000).map(opened)
      await database.db.$transaction((tx) => publish(tx, ...events))
      await Promise.all([one.count(10_000), other.count(10_000)])
      expect(one.events).toEqual(events)
      expect(other.events).toEqual(events)
      expect(one.numbers).toEqual(numbersFrom(one.numbers[0]!, 10_000))
      expect(other.numbers).toEqual(one.numbers)
    })

    it('tells what was published before anyone listened to whoever listens first', async () => {
      await publish(database.db, opened(1))
      const heard = await listen()
      await heard.count(1)
      expect(heard.events).toEqual([opened(1)])
    })

    it('replays what came after a number, be it in the middle of what was told together, and goes on from there', async () => {
      const first = await listen()
      await publish(database.db, ...numbersFrom(1, 5).map(opened))
      await first.count(5)
      const since = first.numbers[1]!
      const heard = await listen(since)
      await publish(database.db, opened(6))
      await heard.count(4)
      expect(heard.events).toEqual([3, 4, 5, 6].map(opened))
      expect(heard.numbers).toEqual(numbersFrom(since + 1, 4))
      expect(heard.reconnects).toBe(0)
    })

    it('lets a listener whose connection is cut go on where it was, again and again, with nothing missed or repeated', async () => {
      const heard = await listen()
      for (let round = 0; round < 5; round++) {
        await publish(database.db, ...numbersFrom(round * 200, 100).map(opened))
        await Promise.all([cutListeners(database), publish(database.db, ...numbersFrom(round * 200 + 100, 100).map(opened))])
      }
      await heard.count(1_000)
      expect(heard.events).toEqual(numbersFrom(0, 1_000).map(opened))
      expect(heard.numbers).toEqual(numbersFrom(heard.numbers[0]!, 1_000))
      expect(heard.reconnects).toBe(0)
    })

    it('tells a listener whose number is no longer kept to read again, once, and goes on with what follows', async () => {
      const first = await listen()
      await publish(database.db, opened(1), opened(2))
      await first.count(2)
      await forgetKept(database)
      await publish(database.db, opened(3))
      await first.count(3)
      const heard = await listen(first.numbers[0]!)
      expect(heard.reconnects).toBe(1)
      await publish(database.db, opened(4))
      await heard.count(1)
      expect(heard.events).toEqual([opened(4)])
      expect([heard.reconnects, first.reconnects]).toEqual([1, 0])
    })

    it('refuses an event too large for one notification, and nothing of what came with it is told', async () => {
      const large: LastingEvent = { type: 'backtest.cancelled', runId: '₹'.repeat(2_700) }
      await expect(publish(database.db, opened(1), large)).rejects.toThrow('event backtest.cancelled is larger than 7900 bytes')
      const heard = await listen()
      await publish(database.db, opened(2))
      await heard.count(1)
      expect(heard.events).toEqual([opened(2)])
    })

    it('tells prices at once, apart from events, and after a cut connection those that come then', async () => {
      const prices: PricesMoved[] = []
      const heard = await listen()
      subscriptions.push(await bus.listenPrices((moved) => prices.push(moved)))
      const moved = (price: number): PricesMoved => ({ type: 'prices.moved', prices: [['NIFTY', paise(price), 1_000]], leftAt: 2_000 })
      await bus.tellPrices(moved(1))
      await vi.waitUntil(() => prices.length === 1, { timeout: 10_000 })
      await cutListeners(database)
      await vi.waitUntil(
        async () => {
          await bus.tellPrices(moved(2))
          return prices.length > 1
        },
        { timeout: 10_000 },
      )
      expect(prices.slice(0, 2)).toEqual([moved(1), moved(2)])
      expect(heard.events).toEqual([])
    })

    it('rejects when the bus cannot be reached at first', async () => {
      const away = open('postgresql://nobody@127.0.0.1:1/none')
      await expect(away.listen(new Heard())).rejects.toThrow('ECONNREFUSED')
      await expect(away.listenPrices(() => undefined)).rejects.toThrow('ECONNREFUSED')
      await away.close()
    })
  })
}
