import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INDEX_SYMBOLS } from './indices.ts'
import { MarketRules } from './MarketRules.ts'
import { describeMistake, parseMarketTables } from './parseMarketTables.ts'
import { SHIPPED_MARKET_TABLES as shipped } from './shippedTables.ts'

/** What is refused, a line each; nothing when the tables are taken. */
function mistakes(change: object): string[] {
  const parsed = parseMarketTables({ ...shipped, ...change })
  return parsed.ok ? [] : parsed.error.map(describeMistake)
}

describe('market tables', () => {
  it('as shipped are taken as they are, also after a trip through a file', () => {
    expect(parseMarketTables(shipped)).toEqual({ ok: true, value: shipped })
    expect(parseMarketTables(JSON.parse(JSON.stringify(shipped)))).toEqual({ ok: true, value: shipped })
  })

  it.each([
    [
      'holidays',
      { holidays: [{ date: '2027-02-30', note: 'x' }] },
      'holidays[0].date: expected a date, YYYY-MM-DD, found "2027-02-30", in the row {"date":"2027-02-30","note":"x"}',
    ],
    [
      'holidays',
      { holidays: [{ date: '2027-08-15', note: 'x' }] },
      'holidays[0].date: expected a weekday: 2027-08-15 is on a weekend, closed in any case, in the row {"date":"2027-08-15","note":"x"}',
    ],
    [
      'holidays',
      { holidays: [...shipped.holidays, shipped.holidays[0]] },
      'holidays[89]: 2021-01-26 is there twice, in the row {"date":"2021-01-26","note":"Republic Day"}',
    ],
    [
      'specialSessions',
      { specialSessions: [{ date: '2026-11-08', open: '18:00', close: '9:00', note: 'Muhurat' }] },
      'specialSessions[0].close: expected a time of day, HH:MM, found "9:00", in the row {"date":"2026-11-08","open":"18:00","close":"9:00","note":"Muhurat"}',
    ],
    [
      'specialSessions',
      { specialSessions: [{ date: '2024-03-02', open: '09:15', close: '12:30', pauseFrom: '10:00', pauseTo: '12:30', note: 'Drill' }] },
      'specialSessions[0].pauseFrom: expected a break within 09:15 to 12:30, found 10:00 to 12:30, in the row {"date":"2024-03-02","open":"09:15","close":"12:30","pauseFrom":"10:00","pauseTo":"12:30","note":"Drill"}',
    ],
    [
      'sessionHours',
      { sessionHours: [{ segment: 'INDEX', from: '2000-01-01', open: '09:15', close: '09:15' }] },
      'sessionHours[0].close: expected a time after the open 09:15, found 09:15, in the row {"segment":"INDEX","from":"2000-01-01","open":"09:15","close":"09:15"}',
    ],
    [
      'sessionHours',
      { sessionHours: shipped.sessionHours.filter(({ segment }) => segment === 'INDEX') },
      'sessionHours: there is no row of OPTIONS',
    ],
    ['tradingCutoffs', { tradingCutoffs: [shipped.tradingCutoffs[0]] }, 'tradingCutoffs: there is no row of EXPIRY'],
    [
      'tradingCutoffs',
      { tradingCutoffs: [...shipped.tradingCutoffs, { day: 'EXPIRY', from: '2027-01-01', entryMinutes: 20, squareOffMinutes: 30 }] },
      'tradingCutoffs[2].squareOffMinutes: expected at most the 20 minutes in which nothing is entered, found 30, in the row {"day":"EXPIRY","from":"2027-01-01","entryMinutes":20,"squareOffMinutes":30}',
    ],
    [
      'freezeRules',
      { freezeRules: shipped.freezeRules.filter(({ index }) => index !== 'SENSEX') },
      'freezeRules: there is no row of SENSEX',
    ],
    [
      'priceProtections',
      { priceProtections: [{ exchange: 'NFO', from: '2027-01-01', nearPaise: 50.5, amountPaise: 20_00, percent: 40 }] },
      'priceProtections[0].nearPaise: expected whole paise, found 50.5, in the row {"exchange":"NFO","from":"2027-01-01","nearPaise":50.5,"amountPaise":2000,"percent":40}',
    ],
    [
      'lotRules',
      { lotRules: [...shipped.lotRules, { index: 'NIFTY', from: '2027-01-01', lot: 0, keptOldLot: [] }] },
      'lotRules[17].lot: expected at least 1 unit, found 0, in the row {"index":"NIFTY","from":"2027-01-01","lot":0,"keptOldLot":[]}',
    ],
    [
      'lotRules',
      { lotRules: [...shipped.lotRules, { index: 'NIFTY', from: '2027-01-01', lot: 75, keptOldLot: ['2026-12-29'] }] },
      'lotRules[17].keptOldLot[0]: expected an expiry from 2027-01-01, found 2026-12-29, in the row {"index":"NIFTY","from":"2027-01-01","lot":75,"keptOldLot":["2026-12-29"]}',
    ],
    [
      'lotRules',
      { lotRules: shipped.lotRules.map((rule) => (rule.lot === 35 ? { ...rule, keptOldLot: ['2026-01-27'] } : rule)) },
      'lotRules[8].keptOldLot[0]: expected an expiry from 2025-07-31 and before 2026-01-01, found 2026-01-27, in the row {"index":"BANKNIFTY","from":"2025-07-31","lot":35,"keptOldLot":["2026-01-27"]}',
    ],
    [
      'chargeRates',
      { chargeRates: shipped.chargeRates.filter(({ exchange }) => exchange !== 'BFO') },
      'chargeRates: TRANSACTION: expected rows of BOTH, or rows of NFO and of BFO, found NFO',
    ],
    ['surprise', { surprise: [] }, 'file: unknown table surprise'],
    ['lotRules', { lotRules: undefined }, 'lotRules: expected a list of rows, found nothing'],
  ])('are refused for what is wrong in %s (%#)', (_table, change, mistake) => {
    expect(mistakes(change)).toContain(mistake)
  })

  it('list every mistake at once', () => {
    const rates = [...shipped.chargeRates, { kind: 'GST', exchange: 'BOTH', from: 'today', value: -1 }]
    expect(mistakes({ coveredYears: ['2024'], freezeRules: [], chargeRates: rates })).toHaveLength(1 + INDEX_SYMBOLS.length + 2)
  })

  it('are refused with a reason, never with an exception, whatever is read', () => {
    const row = fc.dictionary(fc.constantFrom('date', 'from', 'index', 'lot', 'keptOldLot', 'note', '__proto__'), fc.jsonValue())
    const tables = fc.dictionary(fc.constantFrom(...Object.keys(shipped)), fc.oneof(fc.array(row), fc.jsonValue()))
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), tables), (input) => {
        const parsed = parseMarketTables(input)
        expect(!parsed.ok && parsed.error.length > 0 && parsed.error.every(({ path, reason }) => path !== '' && reason !== '')).toBe(true)
      }),
    )
  })

  it('answer every question, however thin they are', () => {
    const thin = {
      ...shipped,
      ...{ coveredYears: [], holidays: [], specialSessions: [] },
      expiryRules: INDEX_SYMBOLS.map((index) => ({ index, from: '2026-01-01', weekly: null, monthly: 'FRIDAY' })),
      lotRules: INDEX_SYMBOLS.map((index) => ({ index, from: '2026-01-01', lot: 10, keptOldLot: [] })),
    }
    const parsed = parseMarketTables(thin)
    const rules = new MarketRules(parsed.ok ? parsed.value : shipped)
    expect(rules.expiriesFrom('SENSEX', '2025-11-20', 2)).toEqual(['2025-11-28', '2025-12-26'])
    expect(rules.lotFor('SENSEX', '2025-11-28')).toBe(10)
    expect(rules.covers('2026-01-01')).toBe(false)
  })
})
