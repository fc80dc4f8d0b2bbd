import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../schema/market/MarketRules.ts'
import { SHIPPED_MARKET_TABLES as shipped } from '../schema/market/shippedTables.ts'
import type { SakhaEvent } from '../schema/events/SakhaEvent.ts'
import { listen } from './bus/listen.ts'
import { CurrentMarketRules } from './CurrentMarketRules.ts'
import { marketVersion, readBefore } from './marketChanges.ts'
import { changeMarketTables, DamagedMarketTables, loadMarketRules, readMarketTables, seedMarketTables } from './marketTables.ts'
import { createTestDatabase, type TestDatabase } from './testing/createTestDatabase.ts'

const republicDay = { date: '2027-01-26', note: 'Republic Day' }

describe('market tables in the database', () => {
  let test: TestDatabase
  const tables = () => test.db.$transaction(readMarketTables)
  const addRepublicDay = () =>
    changeMarketTables(test.db, 'command line', async (current) => {
      const before = await current()
      return { ...before, holidays: [...before.holidays, republicDay] }
    })

  beforeAll(async () => {
    test = await createTestDatabase()
  })
  beforeEach(async () => {
    await changeMarketTables(test.db, 'command line', () => shipped)
  })
  afterAll(() => test.drop())

  it('are the shipped ones in a new installation', async () => {
    await test.owner
      .$executeRaw`TRUNCATE "CoveredYear", "Holiday", "SpecialSession", "SessionHours", "ClosingAuction", "TradingCutoff", "ExpiryRule", "LotRule", "FreezeRule", "PriceProtection", "ChargeRate"`
    await seedMarketTables(test.db, shipped)
    const stored = await tables()
    for (const name of ['coveredYears', 'holidays', 'specialSessions', 'sessionHours', 'closingAuctions', 'tradingCutoffs'] as const)
      expect(stored[name]).toEqual(shipped[name])
    for (const name of ['expiryRules', 'lotRules', 'freezeRules', 'priceProtections', 'chargeRates'] as const) {
      expect(stored[name]).toHaveLength(shipped[name].length)
      expect(stored[name]).toEqual(expect.arrayContaining([...shipped[name]]))
    }
    const rules = await loadMarketRules(test.db)
    expect(rules.expiriesFrom('NIFTY', '2026-11-20', 3)).toEqual(SHIPPED_MARKET_RULES.expiriesFrom('NIFTY', '2026-11-20', 3))
  })

  it('keep an edit, and a table that was emptied, over the seeding of the next start', async () => {
    await changeMarketTables(test.db, 'command line', () => ({ ...shipped, specialSessions: [], holidays: [republicDay] }))
    await seedMarketTables(test.db, shipped)
    expect(await tables()).toMatchObject({ specialSessions: [], holidays: [republicDay] })
    expect((await loadMarketRules(test.db)).isTradingDay('2027-01-26')).toBe(false)
  })

  it('are left whole by a change that cannot be used', async () => {
    const before = await tables()
    const result = await changeMarketTables(test.db, 'command line', () => ({ ...shipped, holidays: [], freezeRules: [] }))
    expect(result.ok).toBe(false)
    expect(await tables()).toEqual(before)
  })

  it('are noted with what they were whenever they change, and only then', async () => {
    const before = await tables()
    const version = await marketVersion(test.db)
    await addRepublicDay()
    await changeMarketTables(test.db, 'command line', (current) => current())
    expect(await marketVersion(test.db)).toBe(version + 1)
    expect(await readBefore(test.db, version + 1)).toEqual({ tables: before })
    expect(await test.db.marketChange.findUnique({ where: { version: version + 1 } })).toMatchObject({
      by: 'command line',
      changes: ['Holidays: 2027-01-26, Republic Day is added'],
    })
  })

  it('lose neither of two changes made at once', async () => {
    await Promise.all([
      addRepublicDay(),
      changeMarketTables(test.db, 'command line', async (current) => ({ ...(await current()), coveredYears: [2024, 2025, 2026, 2027] })),
    ])
    const rules = await loadMarketRules(test.db)
    expect([rules.isTradingDay('2027-01-26'), rules.covers('2027-01-26')]).toEqual([false, true])
  })

  it('reach a running process by the event', async () => {
    const current = await CurrentMarketRules.load(test.db)
    // Nobody has heard of the changes before.
    await test.db.outbox.deleteMany()
    const events: SakhaEvent['type'][] = []
    let heard = () => undefined as void
    const told = new Promise<void>((resolve) => (heard = resolve))
    const bus = await listen(
      test.url,
      ({ type }) => {
        events.push(type)
        heard()
      },
      () => undefined,
    )
    expect(current.rules.isTradingDay('2027-01-26')).toBe(true)
    await addRepublicDay()
    await told
    await current.refresh()
    expect(current.rules.isTradingDay('2027-01-26')).toBe(false)
    expect(events).toEqual(['market.rulesChanged'])
    await bus.close()
  })

  it('name the row and the column when somebody has damaged them, and the rules known before stay in force', async () => {
    const current = await CurrentMarketRules.load(test.db)
    await test.db.$executeRaw`UPDATE "SessionHours" SET "close" = '25:30'`
    await test.db.$executeRaw`UPDATE "LotRule" SET "index" = 'FINNIFTY' WHERE "index" = 'SENSEX' AND "from" = '2025-01-04'`
    const failure = await current.refresh().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DamagedMarketTables)
    const text = String(failure)
    expect(text).toContain(
      'sessionHours[0].close: expected a time of day, HH:MM, found "25:30", in the row {"segment":"INDEX","from":"2000-01-01"',
    )
    expect(text).toMatch(
      /lotRules\[\d+\]\.index: expected one of NIFTY, .*, found "FINNIFTY", in the row \{"index":"FINNIFTY","from":"2025-01-04"/,
    )
    expect(current.rules.lotFor('SENSEX', '2026-11-26')).toBe(20)
    await changeMarketTables(test.db, 'command line', () => shipped)
    await expect(current.refresh()).resolves.toBeUndefined()
  })
})
