import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { loadMarketRules } from '../../prisma/marketTables.ts'
import { seed } from '../../prisma/seed.ts'
import { createTestDatabase, type TestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { SHIPPED_MARKET_TABLES as shipped } from '../../schema/market/shippedTables.ts'
import { marketCommand } from './market.ts'

describe('npm run admin -- market', () => {
  let test: TestDatabase
  const folder = mkdtempSync(path.join(tmpdir(), 'sakha-admin-'))
  const run = (...args: string[]) => marketCommand(test.db, args)
  const failure = (...args: string[]) => run(...args).then(String, (error: unknown) => error)
  const fileOf = (name: string, content: unknown) => {
    const file = path.join(folder, name)
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }

  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(async () => {
    await test.drop()
    rmSync(folder, { recursive: true })
  })

  it('shows every row with its unit', async () => {
    const text = await run('show')
    expect(text).toContain('Years whose rules are all known: 2021, 2022, 2023, 2024, 2025, 2026')
    expect(text).toContain('  2026-11-24  Guru Nanak Jayanti')
    expect(text).toContain('  2025-10-21  13:45  14:45  –            Muhurat')
    expect(text).toMatch(/^ {2}BANKNIFTY +2025-09-01 +– +last tuesday$/m)
    expect(text).toMatch(/^ {2}NIFTY +2025-01-02 +75 +2025-01-30$/m)
    expect(text).toMatch(/^ {2}NFO +2000-01-01 +₹50 +±₹20 +±40%$/m)
    expect(text).toMatch(/^ {2}brokerage +BOTH +2000-01-01 +₹20 per order$/m)
    expect(text).toMatch(/^ {2}stt on sale +BOTH +2026-04-01 +0\.15%$/m)
  })

  it('adds a holiday and its year, which outlive the next start, and takes them back', async () => {
    const early = await failure('year', 'add', '2027')
    expect([early, String(early)]).toEqual([expect.any(CommandFailure), expect.stringContaining('No holiday of 2027 is entered')])
    await run('holiday', 'add', '2027-01-26', 'Republic Day')
    await run('year', 'add', '2027')
    await seed(test.url)
    const rules = await loadMarketRules(test.db)
    expect([rules.isTradingDay('2027-01-26'), rules.covers('2027-01-26')]).toEqual([false, true])
    expect(rules.expiriesFrom('NIFTY', '2027-01-20', 1)).toEqual(['2027-01-25'])
    await run('holiday', 'remove', '2027-01-26')
    await run('year', 'remove', '2027')
    expect((await loadMarketRules(test.db)).covers('2027-01-26')).toBe(false)
  })

  it('stores daily India VIX, of which a later file replaces its own days, and nothing of a damaged file', async () => {
    const first = fileOf('vix.csv', 'time,open,close\n2025-08-28,12.2,12.18\n2025-08-29,12.2,11.75\n')
    expect(await run('vix', first)).toBe('India VIX of 2 days from 2025-08-28 to 2025-08-29 is stored.')
    expect(await run('vix', fileOf('later.csv', 'date,close\n2025-08-29,11.8\n'))).toContain('1 day from 2025-08-29 to 2025-08-29')
    expect(await failure('vix', fileOf('bad.csv', 'date,close\n2025-09-01,11.3\n2025-09-02,none\n'))).toBeInstanceOf(CommandFailure)
    const stored = await test.db.vixClose.findMany({ orderBy: { date: 'asc' } })
    expect(stored.map(({ date, close }) => [date.toISOString().slice(0, 10), close])).toEqual([
      ['2025-08-28', 12.18],
      ['2025-08-29', 11.8],
    ])
  })

  it('takes back what it exported, edited', async () => {
    const exported = JSON.parse(await run('export')) as typeof shipped
    const later = { segment: 'OPTIONS', from: '2026-08-03', open: '09:15', close: '15:40' }
    const file = fileOf('edited.json', { ...exported, sessionHours: [...exported.sessionHours, later] })
    expect(await run('import', file)).toMatch(/edited\.json: \d+ rows\.$/)
    const { open, close } = (await loadMarketRules(test.db)).sessionHours('2026-08-03')
    expect(close - open).toBe(385 * 60_000)
    await run('import', fileOf('exported.json', exported))
  })

  it('refuses a bad file whole and lists every mistake', async () => {
    const before = await run('export')
    const bad = { ...shipped, holidays: [{ date: '2027-01-32', note: 'x' }], lotRules: [], freezeRules: [{ index: 'NIFTY' }] }
    const error = await failure('import', fileOf('bad.json', bad))
    expect(error).toBeInstanceOf(CommandFailure)
    for (const mistake of ['holidays[0].date', 'lotRules: there is no row of SENSEX', 'freezeRules[0].from', 'freezeRules[0].units'])
      expect(String(error)).toContain(mistake)
    expect(await failure('import', fileOf('broken.json', '{'))).toBeInstanceOf(CommandFailure)
    expect(await failure('import', path.join(folder, 'missing.json'))).toBeInstanceOf(CommandFailure)
    expect(await run('export')).toBe(before)
  })

  it.each([
    ['holiday', 'add', '2027-02-30', 'No such day'],
    ['holiday', 'add', '2027-01-24', 'A Sunday'],
    ['holiday', 'add', '2026-12-25', 'There already'],
    ['holiday', 'remove', '2026-12-24'],
    ['year', 'add', '1999'],
  ])('changes nothing by "%s %s %s"', async (...args) => {
    const before = await run('export')
    expect(await failure(...args)).toBeInstanceOf(CommandFailure)
    expect(await run('export')).toBe(before)
  })

  it.each([
    [],
    ['sell'],
    ['show', 'all'],
    ['import'],
    ['holiday', 'add', '2027-01-26'],
    ['holiday', 'move', '2027-01-26'],
    ['year', 'add'],
    ['year', 'add', 'next'],
  ])('does not guess what was meant: %j', async (...args) => {
    expect(await failure(...args)).toBeInstanceOf(UsageError)
  })
})
