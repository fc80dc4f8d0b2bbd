import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../prisma/testing/createTestDatabase.ts'
import { paise } from '../../../schema/money.ts'
import { DAY } from '../../../schema/time.ts'
import { equityOf, thinnedEquity } from '../../../schema/trading/equityOf.ts'
import { EQUITY, toEquity, type PointRow } from './equitySql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const trade = fc.record({
  // Few instants, so that exits coincide.
  exitTime: fc.integer({ min: 0, max: 300 }).map((minute) => minute * 3_600_000 + 20_000 * DAY),
  net: fc.option(fc.integer({ min: -5_000, max: 5_000 }), { freq: 20 }),
  id: fc.uuid(),
})

test.each([
  ['a few trades', { maxLength: 40 }, 60],
  ['more trades than are drawn', { minLength: 501, maxLength: 1_500, size: 'max' }, 25],
] as const)('PostgreSQL finds the equity of %s that the definition does', async (_what, length, numRuns) => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(trade, { ...length, selector: ({ id }) => id }), async (trades) => {
      const rows = await database.db.$queryRaw<PointRow[]>`
        WITH closed AS (
          SELECT id, to_timestamp(ms / 1000.0) AS "exitTime", "netPaise"
          FROM unnest(${trades.map(({ id }) => id)}::uuid[], ${trades.map(({ exitTime }) => exitTime)}::bigint[], ${trades.map(({ net }) => net)}::bigint[])
            AS given(id, ms, "netPaise")
        ), ${EQUITY} SELECT at, equity, drawdown FROM points ORDER BY place`
      const known = trades.flatMap(({ net, ...rest }) => (net === null ? [] : [{ ...rest, net }]))
      expect(toEquity(rows)).toEqual(thinnedEquity(equityOf(known, paise(0))))
    }),
    { numRuns },
  )
})
