import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openPool } from '../../prisma/client.ts'
import { inTransaction, type Statements } from '../../prisma/inTransaction.ts'
import { paise } from '../../schema/money.ts'
import { MINUTE } from '../../schema/time.ts'
import type { OrderUpdate } from '../broker/port.ts'
import type { ExitOrder } from '../trading/orders.ts'
import { heldPartitions } from './heldPartitions.ts'
import { expectBooksInOrder } from './testBooks.ts'
import { filled, lots, NOW, useTestStore, type TestStore } from './testStore.ts'

const current = useTestStore()

/** Runs `meanwhile` while a transaction that has done `before` is open, commits it after that. */
async function during<T>(books: TestStore, before: (tx: Statements) => Promise<unknown>, meanwhile: () => Promise<T>): Promise<T> {
  const pool = openPool(books.url, 1)
  try {
    return await inTransaction(pool, async (tx) => {
      await before(tx)
      return meanwhile()
    })
  } finally {
    await pool.end()
  }
}

const stop = (tradeId: string) => [{ tradeId, reason: 'STOP' as const, at: NOW + MINUTE }]

describe('the exit of a trade', () => {
  it('is committed as submitted, while decisions and bookings of the same users wait for each other', async () => {
    const books = current()
    const trade = await books.openTrade()
    const submitted = await during(
      books,
      (tx) => heldPartitions(tx, books.leases),
      () => books.store.submitExits(stop(trade.id)),
    )
    expect(submitted).toMatchObject({ exits: [{ tradeId: trade.id, status: 'SUBMITTED', quantity: 65 }], busy: [] })
    expect(await books.db.order.findMany({ where: { purpose: 'EXIT' } })).toMatchObject([{ status: 'SUBMITTED', side: 'SELL' }])
  })

  it('that is being written waits for nobody and keeps nobody else’s waiting: it is to be asked for again', async () => {
    const books = current()
    const trade = await books.openTrade()
    const other = await books.openTrade(100_00, lots(1), NOW + MINUTE)
    const booking = (tx: Statements) => tx.$executeRaw`UPDATE "Trade" SET "stopPaise" = "stopPaise" WHERE id = ${trade.id}::uuid`
    const submitted = await during(books, booking, () => books.store.submitExits([...stop(trade.id), ...stop(other.id)]))
    expect(submitted).toMatchObject({ exits: [{ tradeId: other.id }], busy: [trade.id] })
    expect(await books.store.submitExits(stop(trade.id))).toMatchObject({ exits: [{ tradeId: trade.id }], busy: [] })
  })

  it('is not committed by a node whose lease another is taking over', async () => {
    const books = current()
    const trade = await books.openTrade()
    let submitted: Promise<unknown> = Promise.resolve()
    await during(
      books,
      (tx) => tx.$executeRaw`UPDATE "Lease" SET token = token + 1`,
      async () => {
        submitted = books.store.submitExits(stop(trade.id))
        const waiting = async () =>
          (
            await books.db.$queryRaw<
              unknown[]
            >`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
          ).length
        await expect.poll(waiting).toBe(1)
      },
    )
    expect(await submitted).toMatchObject({ exits: [], busy: [] })
    expect(await books.db.order.count({ where: { purpose: 'EXIT' } })).toBe(0)
    await books.owner.$executeRaw`UPDATE "Lease" SET token = token - 1`
  })
})

/** What may happen to the exits of one trade at the same moment. */
const courses = fc.array(
  fc.constantFrom(
    'submit',
    'submit',
    'fill a lot',
    'fill whole',
    'fill late',
    'reject',
    'raise the stop',
    'signal',
  ) satisfies fc.Arbitrary<string>,
  { minLength: 4, maxLength: 14 },
)

describe('exits beside bookings, decisions and stops that are kept', () => {
  it('never sell more than there is, and never two at once, in whatever order they come to the database', async () => {
    const books = current()
    let round = 0
    await fc.assert(
      fc.asyncProperty(courses, fc.array(fc.nat(5), { minLength: 14, maxLength: 14 }), async (course, gaps) => {
        const from = NOW + ++round * 100 * MINUTE
        const trade = await books.openTrade(100_00, lots(3), from)
        const exits: ExitOrder[] = []
        const dead: ExitOrder[] = []
        const submit = async () => exits.push(...(await books.store.submitExits(stop(trade.id))).exits)
        let fills = 0
        let late = false
        const book = async (update: (exit: ExitOrder) => OrderUpdate, exit = exits.at(-1)) => {
          if (!exit) return
          const { bookings } = await books.store.book([update(exit)])
          late ||= bookings.some(({ alarms }) => alarms.some(({ kind }) => kind === 'LATE_FILL'))
        }
        const fill = (units: number) => (exit: ExitOrder) =>
          filled(exit.clientOrderId, 110_00, from + MINUTE, units, `${exit.clientOrderId}-${fills++}`)
        const acts: Record<(typeof course)[number], () => Promise<unknown>> = {
          submit,
          'fill a lot': () => book(fill(65)),
          'fill whole': () => book((exit) => fill(exit.quantity)(exit)),
          'fill late': () => book(fill(65), dead.at(-1)),
          reject: async () => {
            const exit = exits.at(-1)
            await book(({ clientOrderId }) => ({ type: 'cancelled', clientOrderId, at: from, reason: 'of a test' }), exit)
            if (exit) dead.push(exit)
          },
          'raise the stop': () => books.store.raiseStops([{ tradeId: trade.id, stop: paise(90_00 + round) }]),
          signal: () => {
            const signals = [{ strategyId: books.subscription.strategyId, version: 1, side: 'SHORT' as const }]
            return books.store
              .decide(books.batchAt(from + ++fills * MINUTE, { signals }), from, () => {
                throw new Error('nobody is asked: all have answered')
              })
              .catch(() => undefined)
          },
        }
        await submit()
        const running: Promise<unknown>[] = []
        for (const [i, act] of course.entries()) {
          running.push(acts[act]())
          for (let turn = 0; turn < (gaps[i] ?? 0); turn++) await books.db.$queryRaw`SELECT 1`
        }
        await Promise.all(running)
        const rows = await books.db.order.findMany({ where: { tradeId: trade.id, purpose: 'EXIT' } })
        const live = rows.filter(({ isOpen }) => isOpen)
        const { quantity, exitQuantity } = await books.db.trade.findUniqueOrThrow({ where: { id: trade.id } })
        expect(live.length).toBeLessThanOrEqual(1)
        expect(exitQuantity).toBeLessThanOrEqual(quantity)
        // What a late fill leaves of a live exit is withdrawn by the desk.
        if (!late) for (const exit of live) expect(exit.quantity - exit.filledQuantity).toBeLessThanOrEqual(quantity - exitQuantity)
      }),
      { numRuns: 40 },
    )
    await expectBooksInOrder(books.db)
  })
})
