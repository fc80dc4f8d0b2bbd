import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { STRATEGY_TEMPLATES } from '../../schema/rules/templates.ts'
import { Store } from '../store/Store.ts'
import { expectBooksInOrder } from '../store/testing/expectBooksInOrder.ts'
import { holdAllLeases } from '../cluster/testing/holdAllLeases.ts'
import { createTestSubscription } from '../store/testing/createTestSubscription.ts'
import { playInBacktest, playOfTemplate, withMinutesOfBacktest } from './testing/oneTape.ts'
import { playedRows } from './testing/playedRows.ts'
import { playOnFloor } from './testing/playOnFloor.ts'
import { walkTape } from './testing/walkTape.ts'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.drop())

it('over one tape of prices the rows of the database say what a backtest does, of each of the templates with legs', async () => {
  const leases = await holdAllLeases(database.db)
  const store = new Store({ databaseUrl: database.url, market: 'tape', leases, rules: () => SHIPPED_MARKET_RULES })
  try {
    for (const template of STRATEGY_TEMPLATES.filter(({ rules }) => rules.position)) {
      const tape = walkTape(1, { pace: 'fast', move: 0.0012, strikes: 20, together: template.slug === 'short-straddle', isWarm: true })
      const { subscriptionId } = await createTestSubscription(database.db, { ...template, windowEnd: '11:30' })
      await playOnFloor(tape, { records: store, depth: true })
      const expected = playInBacktest(tape, playOfTemplate(template.slug, { settings: { windowEnd: 11 * 60 + 30 }, depth: true }))
      expect(expected.length).toBeGreaterThan(0)
      expect(withMinutesOfBacktest(await playedRows(database.db, subscriptionId))).toEqual(expected)
      await expectBooksInOrder(database.db)
      await database.db.strategy.updateMany({ data: { isActive: false } })
    }
  } finally {
    await store.close()
  }
})
