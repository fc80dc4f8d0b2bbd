import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { paise } from '../../schema/money.ts'
import { istInstant, MINUTE } from '../../schema/time.ts'
import { deepestDrawdown, equityOf } from '../../schema/trading/equityOf.ts'
import { saveDrawdowns } from './saveDrawdowns.ts'
import { createTestSubscription } from './testing/createTestSubscription.ts'

const MARKET = 'drawdowns'
const OPEN = istInstant('2026-07-01', 9 * 60 + 15)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** What an update finds: closed results so far, and the open ones; null: one has no price. */
const update = fc.record({
  closed: fc.integer({ min: -5_000, max: 5_000 }),
  open: fc.option(fc.integer({ min: -5_000, max: 5_000 }), { freq: 8 }),
})

test('the deepest drawdown is that of everything that was measured, and never shrinks', async () => {
  const { db } = database
  await fc.assert(
    fc.asyncProperty(fc.array(update, { minLength: 1, maxLength: 12 }), async (updates) => {
      const { strategyId } = await createTestSubscription(db)
      const key = { strategyId, version: 1, market: MARKET, mode: 'PAPER' } as const
      const day = new Date('2026-07-01')
      const measured: { exitTime: number; net: number }[] = []
      let [before, worst] = [0, 0n]
      for (const [i, { closed, open }] of updates.entries()) {
        const record = { trades: 1, gained: 0, grossPaise: 0, netPaise: closed, worstDrawdownPaise: 0, longestGain: 0, longestLoss: 0 }
        const days = { firstDay: day, lastDay: day }
        await db.strategyPerformance.upsert({
          where: { strategyId_version_market_mode: key },
          create: { ...key, ...record, ...days },
          update: { netPaise: closed },
        })
        const valued = { trades: 1, unpriced: open === null ? 1 : 0, netPaise: open ?? 0, isCurrent: true }
        await db.strategyOpenDay.upsert({
          where: { strategyId_version_market_mode_day: { ...key, day } },
          create: { ...key, day, ...valued },
          update: valued,
        })
        const at = OPEN + i * MINUTE
        await saveDrawdowns(db, MARKET, at)
        if (open !== null) {
          measured.push({ exitTime: at, net: closed + open - before })
          before = closed + open
        }
        const stored = await db.strategyEquity.findFirstOrThrow({ where: { strategyId } })
        const deepest = deepestDrawdown(equityOf(measured, paise(0)))
        expect(Number(stored.worstDrawdownPaise)).toBe(deepest?.amount ?? 0)
        if (deepest) expect(stored.worstAt.getTime()).toBe(deepest.troughAt)
        expect(stored.seenAt.getTime()).toBe(at)
        expect(stored.worstDrawdownPaise >= worst).toBe(true)
        worst = stored.worstDrawdownPaise
      }
    }),
    { numRuns: 25 },
  )
})
