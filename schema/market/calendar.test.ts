import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, istIso, type IsoDate } from '../time.ts'
import { isTradingDay, nextTradingDay, previousTradingDay, sessionOf } from './calendar.ts'

const anyDate = fc.integer({ min: 0, max: 12 * 365 }).map((days) => addDays('2020-01-01', days))

function weekdaySessions(year: number): number {
  let count = 0
  for (let date: IsoDate = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1)) {
    const day = new Date(`${date}T00:00:00Z`).getUTCDay()
    if (day !== 0 && day !== 6 && isTradingDay(date)) count++
  }
  return count
}

describe('the trading calendar', () => {
  it('counts 245, 247 and 245 weekday sessions in 2024, 2025 and 2026', () => {
    expect([2024, 2025, 2026].map(weekdaySessions)).toEqual([245, 247, 245])
  })

  it('opens on the three full weekend sessions and on no other weekend day of 2024–2026', () => {
    expect(['2024-01-20', '2025-02-01', '2026-02-01'].every(isTradingDay)).toBe(true)
    expect(['2024-03-02', '2024-05-18', '2026-11-08', '2026-11-21'].some(isTradingDay)).toBe(false)
  })

  it('is closed on 9 April only where the exchange was', () => {
    expect(isTradingDay('2024-04-09')).toBe(true)
    expect(isTradingDay('2024-04-11')).toBe(false)
  })

  it('runs a session from 09:15 to 15:30 in India', () => {
    const session = sessionOf('2026-11-20')!
    expect([istIso(session.open), istIso(session.close)]).toEqual(['2026-11-20T09:15:00+05:30', '2026-11-20T15:30:00+05:30'])
  })

  it('has no session on a holiday', () => {
    expect(sessionOf('2026-11-24')).toBeNull()
  })

  it('steps over a holiday and a weekend', () => {
    expect(nextTradingDay('2026-11-23')).toBe('2026-11-25')
    expect(previousTradingDay('2026-11-23')).toBe('2026-11-20')
  })

  it('counts every weekday of a year outside its table as a trading day', () => {
    expect(isTradingDay('2029-01-26')).toBe(true)
  })

  it('goes back where it came from: the previous trading day of the next one is the last on or before the start', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const next = nextTradingDay(date)
        expect(next > date && isTradingDay(next)).toBe(true)
        expect(previousTradingDay(next)).toBe(isTradingDay(date) ? date : previousTradingDay(date))
      }),
    )
  })
})
