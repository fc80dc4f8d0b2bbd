import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { arrayLiteral } from '../../prisma/arrayLiteral.ts'
import { openLane, openPool, type Pool } from '../../prisma/client.ts'
import { Prisma } from '../../prisma/generated/client.ts'
import { inTransaction, type Statements } from '../../prisma/inTransaction.ts'
import { paise } from '../../schema/money.ts'
import { MINUTE } from '../../schema/time.ts'
import type { OrderUpdate } from '../broker/port.ts'
import type { OrderStatus } from '../../schema/trading/OrderStatus.ts'
import type { ExitOrder } from '../trading/orders/orders.ts'
import { heldPartitions } from '../cluster/heldPartitions.ts'
import { insertExits } from './insertExits.ts'
import { expectBooksInOrder } from './testing/expectBooksInOrder.ts'
import { filled, lots, NOW, useTestStore, type TestStore } from './testing/useTestStore.ts'

const current = useTestStore()

/** Runs `meanwhile` while a transaction that has done `before` is open, then commits it. */
async function during<T>(testStore: TestStore, before: (tx: Statements) => Promise<unknown>, meanwhile: () => Promise<T>): Promise<T> {
  const pool = openPool(testStore.url, 'test', 1)
  try {
    return await inTransaction(pool, async (tx) => {
      await before(tx)
      return meanwhile()
    })
  } finally {
    await pool.end()
  }
}

const stop = (legId: string) => [{ legId, reason: 'STOP' as const, at: NOW + MINUTE }]

describe('the exit of a trade', () => {
  it('is committed as submitted, while decisions and bookings of the same users wait for each other', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const submitted = await during(
      testStore,
      (tx) => heldPartitions(tx, testStore.leases),
      () => testStore.store.trades.submitExits(stop(leg.id)),
    )
    expect(submitted).toMatchObject({ exits: [{ legId: leg.id, status: 'SUBMITTED', quantity: 65 }], busy: [] })
    expect(await testStore.db.order.findMany({ where: { purpose: 'EXIT' } })).toMatchObject([{ status: 'SUBMITTED', side: 'SELL' }])
  })

  it('that is being written waits for nobody and keeps nobody else’s waiting: it is to be asked for again', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    const other = await testStore.openTrade(100_00, lots(1), NOW + MINUTE)
    const booking = (tx: Statements) => tx.$executeRaw`UPDATE "Leg" SET "stopPaise" = "stopPaise" WHERE id = ${leg.id}::uuid`
    const submitted = await during(testStore, booking, () => testStore.store.trades.submitExits([...stop(leg.id), ...stop(other.id)]))
    expect(submitted).toMatchObject({ exits: [{ legId: other.id }], busy: [leg.id] })
    expect(await testStore.store.trades.submitExits(stop(leg.id))).toMatchObject({ exits: [{ legId: leg.id }], busy: [] })
  })

  it('is not committed by a node whose lease another is taking over', async () => {
    const testStore = current()
    const leg = await testStore.openTrade()
    let submitted: Promise<unknown> = Promise.resolve()
    await during(
      testStore,
      (tx) => tx.$executeRaw`UPDATE "Lease" SET token = token + 1`,
      async () => {
        submitted = testStore.store.trades.submitExits(stop(leg.id))
        const waiting = async () =>
          (
            await testStore.db.$queryRaw<
              unknown[]
            >`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
          ).length
        await expect.poll(waiting).toBe(1)
      },
    )
    expect(await submitted).toMatchObject({ exits: [], busy: [] })
    expect(await testStore.db.order.count({ where: { purpose: 'EXIT' } })).toBe(0)
    await testStore.owner.$executeRaw`UPDATE "Lease" SET token = token - 1`
  })
})

describe('the statement of an exit', () => {
  it.each([0, 300])(
    'reads no other order, however many entries have come under way since it was planned among %i that are done',
    async (done) => {
      const testStore = current()
      const leg = await testStore.openTrade()
      await copyEntry(testStore, done, 'FILLED')
      await testStore.owner.$executeRaw`ANALYZE "Order"`
      const lane = openLane(testStore.url, 'test')
      try {
        const read = await rowsReadBy(
          lane,
          () => copyEntry(testStore, 2_000, 'SUBMITTED'),
          (statements) => insertExits(statements, stop(leg.id), Prisma.sql`SELECT partition FROM "Lease"`, () => 1_800, 'whole'),
        )
        expect(read['Order']).toBeLessThan(10)
      } finally {
        await lane.end()
      }
    },
  )
})

/** Adds copies of the only entry. */
async function copyEntry({ owner }: TestStore, copies: number, status: OrderStatus): Promise<void> {
  await owner.$executeRaw`
    INSERT INTO "Order" (id, "clientOrderId", "userId", "subscriptionId", "tradeId", "legId", mode, purpose, side, status, contract, quantity, terms,
      "intendedAt", "updatedAt")
    SELECT gen_random_uuid(), ${status} || number, "userId", "subscriptionId", gen_random_uuid(), gen_random_uuid(), mode, purpose, side, ${status}::"OrderStatus",
      contract, quantity, terms, "intendedAt", now()
    FROM (SELECT * FROM "Order" ORDER BY id LIMIT 1) AS entry CROSS JOIN generate_series(1, ${copies}) AS number`
}

/** By table, the rows that a statement of `run` reads when it was planned (generic plan) before `meanwhile` and runs after it. */
async function rowsReadBy(
  lane: Pool,
  meanwhile: () => Promise<void>,
  run: (statements: Statements) => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const read: Record<string, number> = {}
  const count = (node: PlanNode): void => {
    const table = node['Relation Name']
    const looked = node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
    if (table && node['Node Type'].includes('Scan')) read[table] = (read[table] ?? 0) + looked
    for (const below of node.Plans ?? []) count(below)
  }
  const explain = async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
    const sql = 'raw' in query ? Prisma.sql(query, ...values) : query
    const given = sql.values.map((value) => pg.escapeLiteral(Array.isArray(value) ? arrayLiteral(value) : String(value)))
    const client = await lane.connect()
    try {
      await client.query(`SET plan_cache_mode = force_generic_plan`)
      await client.query(`PREPARE asked AS ${sql.text}`)
      await client.query(`EXPLAIN EXECUTE asked(${given.join(',')})`)
      await meanwhile()
      const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked(${given.join(',')})`,
      )
      for (const row of rows) for (const { Plan } of row['QUERY PLAN']) count(Plan)
    } finally {
      client.release()
    }
  }
  await run({
    $queryRaw: async <T>(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
      await explain(query, ...values)
      return [] as T
    },
    $executeRaw: () => Promise.reject(new Error('one statement was expected')),
  })
  return read
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Concurrent events on the exits of one trade. */
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
    const testStore = current()
    let round = 0
    await fc.assert(
      fc.asyncProperty(courses, fc.array(fc.nat(5), { minLength: 14, maxLength: 14 }), async (course, gaps) => {
        const from = NOW + ++round * 100 * MINUTE
        const leg = await testStore.openTrade(100_00, lots(3), from)
        const exits: ExitOrder[] = []
        const dead: ExitOrder[] = []
        const submit = async () => exits.push(...(await testStore.store.trades.submitExits(stop(leg.id))).exits)
        let fills = 0
        let late = false
        const book = async (update: (exit: ExitOrder) => OrderUpdate, exit = exits.at(-1)) => {
          if (!exit) return
          const { legUpdates } = await testStore.store.trades.book([update(exit)])
          late ||= legUpdates.some(({ alarms }) => alarms.some(({ kind }) => kind === 'LATE_FILL'))
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
          'raise the stop': () => testStore.store.trades.moveStops([{ legId: leg.id, stop: paise(90_00 + round) }]),
          signal: () => {
            const signals = [{ strategyId: testStore.subscription.strategyId, version: 1, side: 'SHORT' as const }]
            return testStore.store.decisions
              .decide(testStore.batchAt(from + ++fills * MINUTE, { signals }), from, () => {
                throw new Error('nobody is asked: all have answered')
              })
              .catch(() => undefined)
          },
        }
        await submit()
        const running: Promise<unknown>[] = []
        for (const [i, act] of course.entries()) {
          running.push(acts[act]())
          for (let turn = 0; turn < (gaps[i] ?? 0); turn++) await testStore.db.$queryRaw`SELECT 1`
        }
        await Promise.all(running)
        const rows = await testStore.db.order.findMany({ where: { legId: leg.id, purpose: 'EXIT' } })
        const live = rows.filter(({ isOpen }) => isOpen)
        const { quantity, exitQuantity } = await testStore.db.trade.findUniqueOrThrow({ where: { id: leg.tradeId } })
        expect(live.length).toBeLessThanOrEqual(1)
        expect(exitQuantity).toBeLessThanOrEqual(quantity)
        // The desk withdraws what a late fill leaves of a live exit.
        if (!late) for (const exit of live) expect(exit.quantity - exit.filledQuantity).toBeLessThanOrEqual(quantity - exitQuantity)
      }),
      { numRuns: 40 },
    )
    await expectBooksInOrder(testStore.db)
  })
})
