import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type IsoDate } from '../time.ts'
import { isTradingDay } from './calendar.ts'
import { expiriesFrom, isMonthlyExpiry, lotFor } from './contracts.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from './indices.ts'

const monthliesOf = (index: IndexSymbol, year: number): IsoDate[] =>
  expiriesFrom(index, `${year}-01-01`, 60).filter((expiry) => expiry.startsWith(String(year)) && isMonthlyExpiry(index, expiry))

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
    expect(expiriesFrom(index, addDays(expiry, -1), 1)).toEqual([expiry])
    expect(expiriesFrom(index, expiry, 1)).toEqual([expiry])
    expect(expiriesFrom(index, holiday, 1)[0]! > holiday).toBe(true)
  })

  it('of the monthlies of 2026 are those of the exchange', () => {
    const lastTuesdays = '01-27 02-24 03-30 04-28 05-26 06-30 07-28 08-25 09-29 10-27 11-23 12-29'
    const lastThursdays = '01-29 02-26 03-25 04-30 05-27 06-25 07-30 08-27 09-24 10-29 11-26 12-31'
    const dates = (list: string) => list.split(' ').map((day) => `2026-${day}`)
    for (const index of ['NIFTY', 'BANKNIFTY', 'MIDCPNIFTY'] as const) expect(monthliesOf(index, 2026)).toEqual(dates(lastTuesdays))
    expect(monthliesOf('SENSEX', 2026)).toEqual(dates(lastThursdays))
  })

  it('of Nifty move from Thursday to Tuesday on 2 September 2025', () => {
    expect(expiriesFrom('NIFTY', '2025-08-20', 4)).toEqual(['2025-08-21', '2025-08-28', '2025-09-02', '2025-09-09'])
  })

  it('of Bank Nifty are Wednesdays, and the last Thursday of the month, in January 2024', () => {
    expect(expiriesFrom('BANKNIFTY', '2024-01-01', 5)).toEqual(['2024-01-03', '2024-01-10', '2024-01-17', '2024-01-25', '2024-01-31'])
  })

  it('of Bank Nifty are monthly only after 13 November 2024', () => {
    expect(expiriesFrom('BANKNIFTY', '2024-11-13', 4)).toEqual(['2024-11-13', '2024-11-27', '2024-12-24', '2025-01-30'])
  })

  it('of a monthly that a Monday holiday moves into the week before is still the monthly one', () => {
    expect(expiriesFrom('MIDCPNIFTY', '2024-03-19', 1)).toEqual(['2024-03-22'])
    expect(isMonthlyExpiry('MIDCPNIFTY', '2024-03-22')).toBe(true)
    expect(isMonthlyExpiry('MIDCPNIFTY', '2024-03-18')).toBe(false)
  })

  it('are trading days, on or after the date asked, strictly increasing', () => {
    const anyDate = fc.integer({ min: 0, max: 8 * 365 }).map((days) => addDays('2023-06-01', days))
    fc.assert(
      fc.property(fc.constantFrom(...INDEX_SYMBOLS), anyDate, (index, date) => {
        const expiries = expiriesFrom(index, date, 4)
        expect(expiries.every(isTradingDay)).toBe(true)
        expect(expiries[0]! >= date).toBe(true)
        expect(expiries).toEqual([...new Set(expiries)].sort())
      }),
    )
  })
})

describe('lots', () => {
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
    ['SENSEX', '2026-11-26', 20],
    ['MIDCPNIFTY', '2024-07-29', 50],
    ['MIDCPNIFTY', '2025-07-31', 140],
    ['MIDCPNIFTY', '2026-11-23', 120],
  ])('%s expiring %s has %i units', (index, expiry, lot) => {
    expect(lotFor(index, expiry)).toBe(lot)
  })
})
