import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type IsoDate } from '../time.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from './indices.ts'
import { SHIPPED_MARKET_RULES } from './MarketRules.ts'

// Expiry days: NSE FAOP68747 and FAOP71876, SEBI of May 2025; dates worked out from them and the holiday lists.
const rules = SHIPPED_MARKET_RULES

const monthliesOf = (index: IndexSymbol, year: number): IsoDate[] =>
  rules.expiriesFrom(index, `${year}-01-01`, 60).filter((expiry) => expiry.startsWith(String(year)) && rules.isMonthlyExpiry(index, expiry))

describe('expiry dates', () => {
  // [index, date the weekday rule gives, date the contract expires]
  it.each<[IndexSymbol, IsoDate, IsoDate]>([
    ['NIFTY', '2024-04-11', '2024-04-10'],
    ['NIFTY', '2024-08-15', '2024-08-14'],
    ['NIFTY', '2025-04-10', '2025-04-09'],
    ['NIFTY', '2025-05-01', '2025-04-30'],
    ['NIFTY', '2025-10-21', '2025-10-20'],
    ['NIFTY', '2026-03-03', '2026-03-02'],
    ['NIFTY', '2026-03-31', '2026-03-30'],
    ['NIFTY', '2026-04-14', '2026-04-13'],
    ['NIFTY', '2026-10-20', '2026-10-19'],
    ['NIFTY', '2026-11-10', '2026-11-09'],
    ['NIFTY', '2026-11-24', '2026-11-23'],
    ['SENSEX', '2025-10-02', '2025-10-01'],
    ['SENSEX', '2025-12-25', '2025-12-24'],
    ['SENSEX', '2026-01-15', '2026-01-14'],
    ['SENSEX', '2026-03-26', '2026-03-25'],
    ['SENSEX', '2026-05-28', '2026-05-27'],
  ])('%s of the holiday %s is %s', (index, holiday, expiry) => {
    expect(rules.expiriesFrom(index, addDays(expiry, -1), 1)).toEqual([expiry])
    expect(rules.expiriesFrom(index, expiry, 1)).toEqual([expiry])
    expect(rules.expiriesFrom(index, holiday, 1)[0]! > holiday).toBe(true)
  })

  it('of the monthlies of 2026 are those of the exchange', () => {
    const lastTuesdays = '01-27 02-24 03-30 04-28 05-26 06-30 07-28 08-25 09-29 10-27 11-23 12-29'
    const lastThursdays = '01-29 02-26 03-25 04-30 05-27 06-25 07-30 08-27 09-24 10-29 11-26 12-31'
    const dates = (list: string) => list.split(' ').map((day) => `2026-${day}`)
    for (const index of ['NIFTY', 'BANKNIFTY', 'MIDCPNIFTY'] as const) expect(monthliesOf(index, 2026)).toEqual(dates(lastTuesdays))
    expect(monthliesOf('SENSEX', 2026)).toEqual(dates(lastThursdays))
  })

  it('of Nifty move from Thursday to Tuesday on 2 September 2025', () => {
    expect(rules.expiriesFrom('NIFTY', '2025-08-20', 4)).toEqual(['2025-08-21', '2025-08-28', '2025-09-02', '2025-09-09'])
  })

  it('of Bank Nifty are Wednesdays, and the last Thursday of the month, in January 2024', () => {
    expect(rules.expiriesFrom('BANKNIFTY', '2024-01-01', 5)).toEqual(['2024-01-03', '2024-01-10', '2024-01-17', '2024-01-25', '2024-01-31'])
  })

  it('of Bank Nifty are monthly only after 13 November 2024', () => {
    expect(rules.expiriesFrom('BANKNIFTY', '2024-11-13', 4)).toEqual(['2024-11-13', '2024-11-27', '2024-12-24', '2025-01-30'])
  })

  it('of a monthly that a Monday holiday moves into the week before is still the monthly one', () => {
    expect(rules.expiriesFrom('MIDCPNIFTY', '2024-03-19', 1)).toEqual(['2024-03-22'])
    expect(rules.isMonthlyExpiry('MIDCPNIFTY', '2024-03-22')).toBe(true)
    expect(rules.isMonthlyExpiry('MIDCPNIFTY', '2024-03-18')).toBe(false)
  })

  it('are trading days, on or after the date asked, strictly increasing', () => {
    const anyDate = fc.integer({ min: 0, max: 8 * 365 }).map((days) => addDays('2023-06-01', days))
    fc.assert(
      fc.property(fc.constantFrom(...INDEX_SYMBOLS), anyDate, (index, date) => {
        const expiries = rules.expiriesFrom(index, date, 4)
        expect(expiries.every((expiry) => rules.isTradingDay(expiry))).toBe(true)
        expect(expiries[0]! >= date).toBe(true)
        expect(expiries).toEqual([...new Set(expiries)].sort())
      }),
    )
  })
})

// The exchanges' circulars on expiry days, counted by a program that is not ours: 904 expiries from 2021 to 2026, all alike.
it.each<[IndexSymbol, IsoDate, number, readonly IsoDate[]]>([
  ['NIFTY', '2021-01-01', 313, ['2021-01-28', '2023-03-29', '2024-10-31']],
  ['BANKNIFTY', '2021-01-01', 228, ['2021-01-28', '2023-09-06', '2024-11-13']],
  ['SENSEX', '2023-05-15', 190, ['2023-05-19', '2025-01-03', '2025-01-07']],
  ['MIDCPNIFTY', '2022-02-01', 173, ['2022-02-23', '2023-08-16', '2023-08-21']],
])('%s has from %s to 2026 as many expiries as the circulars say, the days of a change among them', (index, from, count, some) => {
  const expiries = rules.expiriesFrom(index, from, count + 5).filter((date) => date <= '2026-12-31')
  expect(expiries).toHaveLength(count)
  expect(expiries).toEqual(expect.arrayContaining([...some]))
})

describe('lots', () => {
  // NSE's and BSE's lot circulars; FAOP70616 for expiries from January 2026.
  it.each<[IndexSymbol, IsoDate, number]>([
    ['NIFTY', '2024-04-25', 50],
    ['NIFTY', '2024-05-02', 25],
    ['NIFTY', '2024-12-26', 25],
    ['NIFTY', '2025-01-02', 75],
    ['NIFTY', '2025-01-30', 25],
    ['NIFTY', '2025-12-30', 75],
    ['NIFTY', '2026-01-06', 65],
    ['BANKNIFTY', '2025-01-30', 15],
    ['BANKNIFTY', '2025-07-31', 35],
    ['BANKNIFTY', '2026-11-23', 30],
    ['BANKNIFTY', '1999-12-30', 25],
    ['NIFTY', '2021-07-22', 75],
    ['NIFTY', '2021-07-29', 50],
    ['BANKNIFTY', '2023-07-20', 25],
    ['BANKNIFTY', '2023-07-27', 15],
    ['SENSEX', '2025-01-03', 10],
    ['SENSEX', '2025-01-07', 20],
    ['SENSEX', '2025-01-28', 10],
    ['BANKNIFTY', '2024-12-24', 15],
    ['BANKNIFTY', '2025-02-27', 30],
    ['BANKNIFTY', '2025-12-30', 35],
    ['SENSEX', '2024-12-27', 10],
    ['SENSEX', '2025-01-07', 20],
    ['SENSEX', '2025-01-28', 10],
    ['SENSEX', '2026-11-26', 20],
    ['MIDCPNIFTY', '2024-07-22', 75],
    ['MIDCPNIFTY', '2025-02-27', 120],
    ['MIDCPNIFTY', '2025-12-30', 140],
    ['MIDCPNIFTY', '2024-07-29', 50],
    ['MIDCPNIFTY', '2025-07-31', 140],
    ['MIDCPNIFTY', '2026-11-23', 120],
  ])('%s expiring %s has %i units', (index, expiry, lot) => {
    expect(rules.lotFor(index, expiry)).toBe(lot)
  })
})

describe('orders', () => {
  // [index, freeze quantity, largest order in whole lots] as effective from 3 Aug 2026.
  it.each<[IndexSymbol, number, number]>([
    ['NIFTY', 1800, 1755],
    ['BANKNIFTY', 600, 600],
    ['SENSEX', 1000, 1000],
    ['MIDCPNIFTY', 2800, 2760],
  ])('of %s have at most %i units, %i in whole lots', (index, freeze, largest) => {
    const lot = rules.lotFor(index, rules.expiriesFrom(index, '2026-11-20', 1)[0]!)
    expect(rules.freezeFor(index, '2026-11-20')).toBe(freeze)
    expect(Math.floor(freeze / lot) * lot).toBe(largest)
  })

  it('of Midcap Nifty had 5,500 units at most from April 2023, 2,800 from August 2024, 4,200 from March 2025 and 2,800 again since July 2025', () => {
    const dates = ['2023-03-31', '2023-04-03', '2024-07-31', '2024-08-01', '2025-02-28', '2025-03-03', '2025-06-30', '2025-07-01']
    expect(dates.map((date) => rules.freezeFor('MIDCPNIFTY', date))).toEqual([2800, 5500, 5500, 2800, 2800, 4200, 4200, 2800])
  })

  it('of Bank Nifty had 900 units at most, 600 in July and August 2025, 900 again, and 600 since 3 November 2025', () => {
    const dates = ['2024-06-03', '2025-06-30', '2025-07-01', '2025-08-29', '2025-09-01', '2025-10-31', '2025-11-03']
    expect(dates.map((date) => rules.freezeFor('BANKNIFTY', date))).toEqual([900, 900, 600, 600, 900, 900, 600])
  })
})
