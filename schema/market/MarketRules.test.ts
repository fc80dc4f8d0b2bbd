import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, istInstant, istIso, type IsoDate } from '../time.ts'
import type { TradeMode } from '../TradeMode.ts'
import { MarketRules, SHIPPED_MARKET_RULES } from './MarketRules.ts'
import { SHIPPED_MARKET_TABLES } from './shippedTables.ts'

// Dates and times: the exchanges' yearly holiday circulars and their later additions.
const rules = SHIPPED_MARKET_RULES

const anyDate = fc.integer({ min: 0, max: 12 * 365 }).map((days) => addDays('2020-01-01', days))

function weekdaySessions(year: number): number {
  let count = 0
  for (let date: IsoDate = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1)) {
    const day = new Date(`${date}T00:00:00Z`).getUTCDay()
    if (day !== 0 && day !== 6 && rules.isTradingDay(date)) count++
  }
  return count
}

describe('the trading calendar', () => {
  it('counts 245, 247 and 245 weekday sessions in 2024, 2025 and 2026', () => {
    expect([2024, 2025, 2026].map(weekdaySessions)).toEqual([245, 247, 245])
  })

  it('opens on the three full weekend sessions and on no other weekend day of 2024–2026', () => {
    expect(['2024-01-20', '2025-02-01', '2026-02-01'].every((date) => rules.isTradingDay(date))).toBe(true)
    expect(['2024-03-02', '2024-05-18', '2026-11-08', '2026-11-21'].some((date) => rules.isTradingDay(date))).toBe(false)
  })

  it('is closed in 2024 when the exchange was: not on the specification’s 9 April, and on eight days that its list lacks', () => {
    const specified = '01-26 03-08 03-25 04-09 04-11 05-01 08-15 10-02 11-01 12-25'.split(' ').map((day) => `2024-${day}`)
    expect(specified.filter((date) => rules.isTradingDay(date))).toEqual(['2024-04-09'])
    const lacking = '01-22 03-29 04-17 05-20 06-17 07-17 11-15 11-20'.split(' ').map((day) => `2024-${day}`)
    const closed = SHIPPED_MARKET_TABLES.holidays.map(({ date }) => date).filter((date) => date.startsWith('2024'))
    expect(closed.filter((date) => !specified.includes(date))).toEqual(lacking)
    expect(lacking.filter((date) => rules.isTradingDay(date))).toEqual([])
  })

  it('runs a session from 09:15 to 15:30 in India', () => {
    const session = rules.sessionOf('2026-11-20')!
    expect([istIso(session.open), istIso(session.close)]).toEqual(['2026-11-20T09:15:00+05:30', '2026-11-20T15:30:00+05:30'])
  })

  it('has no session on a holiday', () => {
    expect(rules.sessionOf('2026-11-24')).toBeNull()
    expect(rules.sessionHours('2026-11-24').open).toBe(istInstant('2026-11-24', 555))
  })

  it('holds the Muhurat sessions of 2024 and 2025, which are no trading days', () => {
    const hours = (date: IsoDate) => [rules.sessionOf(date)!.open, rules.sessionOf(date)!.close].map(istIso)
    expect(hours('2024-11-01')).toEqual(['2024-11-01T18:00:00+05:30', '2024-11-01T19:00:00+05:30'])
    expect(hours('2025-10-21')).toEqual(['2025-10-21T13:45:00+05:30', '2025-10-21T14:45:00+05:30'])
    expect(['2024-11-01', '2025-10-21'].some((date) => rules.isTradingDay(date))).toBe(false)
  })

  // NSE's circulars as reported by Mint, The Indian Express, Financial Express and Moneycontrol in October and November 2021 and 2022.
  it('holds the Muhurat sessions of 2021 to 2023 from 18:15 to 19:15, on days that are no trading days', () => {
    for (const date of ['2021-11-04', '2022-10-24', '2023-11-12']) {
      const { open, close } = rules.indexSessionOf(date)!
      expect([istIso(open), istIso(close)]).toEqual([`${date}T18:15:00+05:30`, `${date}T19:15:00+05:30`])
      expect([rules.isTradingDay(date), rules.covers(date)]).toEqual([false, true])
    }
  })

  // NSE's circular of 14 February 2024 as reported by Zee News and Business Today on the day after.
  it('holds the drill of 2 March 2024 in two parts, with a break from 10:00 to 11:30, and it is no trading day', () => {
    const times = [rules.sessionOf('2024-03-02')!, rules.pauseOn('2024-03-02')!].map(({ open, close }) => [istIso(open), istIso(close)])
    expect(times.flat().map((time) => time.slice(11, 16))).toEqual(['09:15', '12:30', '10:00', '11:30'])
    expect([rules.isTradingDay('2024-03-02'), rules.pauseOn('2024-03-04')]).toEqual([false, null])
  })

  it('follows its tables: a later close, a shortened day, a short session on a Saturday, a full one on a Sunday', () => {
    const edited = new MarketRules({
      ...SHIPPED_MARKET_TABLES,
      sessionHours: [{ segment: 'OPTIONS', from: '2026-08-03', open: '09:15', close: '15:40' }, ...SHIPPED_MARKET_TABLES.sessionHours],
      specialSessions: [
        { date: '2026-11-25', open: '09:15', close: '12:00', note: 'Shortened' },
        { date: '2026-11-28', open: '09:15', close: '12:00', note: 'Drill' },
        { date: '2026-11-29', open: '09:15', close: '15:40', note: 'Budget' },
      ],
    })
    const close = (date: IsoDate) => istIso(edited.sessionOf(date)!.close).slice(11, 16)
    expect(['2026-07-31', '2026-08-03', '2026-11-25', '2026-11-28', '2026-11-29'].map(close)).toEqual([
      '15:30',
      '15:40',
      '12:00',
      '12:00',
      '15:40',
    ])
    expect(['2026-11-25', '2026-11-28', '2026-11-29'].map((date) => edited.isTradingDay(date))).toEqual([true, false, true])
  })

  it('knows the index’s session apart from the options’, which may close later', () => {
    const edited = new MarketRules({
      ...SHIPPED_MARKET_TABLES,
      sessionHours: [...SHIPPED_MARKET_TABLES.sessionHours, { segment: 'OPTIONS', from: '2026-08-03', open: '09:15', close: '15:40' }],
    })
    expect(istIso(edited.indexSessionOf('2026-08-03')!.close)).toBe('2026-08-03T15:30:00+05:30')
    expect(istIso(edited.sessionOf('2026-08-03')!.close)).toBe('2026-08-03T15:40:00+05:30')
    expect(edited.indexSessionOf('2026-10-02')).toBeNull()
    expect(edited.indexSessionOf('2025-10-21')).toEqual(edited.sessionOf('2025-10-21'))
  })

  it('ends entries and squares off by dated rows: earlier on expiry day, and nothing new in a closing auction', () => {
    const edited = new MarketRules({
      ...SHIPPED_MARKET_TABLES,
      sessionHours: [...SHIPPED_MARKET_TABLES.sessionHours, { segment: 'OPTIONS', from: '2026-08-03', open: '09:15', close: '15:40' }],
      tradingCutoffs: [
        ...SHIPPED_MARKET_TABLES.tradingCutoffs,
        { day: 'EXPIRY', from: '2026-09-01', entryMinutes: 120, squareOffMinutes: 60 },
      ],
    })
    const times = (date: IsoDate, expiry: IsoDate | null, mode: TradeMode = 'PAPER') => {
      const session = edited.sessionOf(date)!
      return [edited.entriesEndAt(session, expiry, mode), edited.squareOffAt(session, expiry, mode)].map((at) => istIso(at).slice(11, 16))
    }
    expect(times('2026-07-31', null)).toEqual(['15:10', '15:20'])
    expect(times('2026-07-28', '2026-07-28')).toEqual(['14:30', '15:10'])
    // Twenty minutes before 15:40 lie within the auction, which begins at 15:15.
    expect(times('2026-08-03', '2026-08-04')).toEqual(['15:15', '15:30'])
    expect(times('2026-08-04', '2026-08-04')).toEqual(['14:40', '15:20'])
    expect(times('2026-09-01', '2026-09-01')).toEqual(['13:40', '14:40'])
    // Live before the brokers do it from 15:15 on, and nothing is entered in the ten minutes before that.
    expect(times('2026-07-31', null, 'LIVE')).toEqual(['15:00', '15:10'])
    expect(times('2026-07-28', '2026-07-28', 'LIVE')).toEqual(['14:30', '15:10'])
    expect(times('2026-08-03', '2026-08-04', 'LIVE')).toEqual(['15:00', '15:10'])
    expect(times('2026-09-01', '2026-09-01', 'LIVE')).toEqual(['13:40', '14:40'])
  })

  it('counts 375 traded minutes of an index, and fifteen less once its shares close in an auction', () => {
    const minutes = (date: IsoDate) => rules.tradedMinutesOf(rules.indexSessionOf(date)!)
    expect(['2026-07-31', '2026-08-03'].map(minutes)).toEqual([375, 360])
    // The auction takes nothing of the hour of Diwali.
    expect(minutes('2025-10-21')).toBe(60)
  })

  it('steps over a holiday and a weekend', () => {
    expect(rules.nextTradingDay('2026-11-23')).toBe('2026-11-25')
    expect(rules.previousTradingDay('2026-11-23')).toBe('2026-11-20')
  })

  it('counts every weekday of a year it does not cover as a trading day, and says that it does not cover it', () => {
    expect(rules.isTradingDay('2029-01-26')).toBe(true)
    expect(['2020-12-31', '2021-01-01', '2026-12-31', '2027-01-01'].map((date) => rules.covers(date))).toEqual([false, true, true, false])
  })

  it('goes back where it came from: the previous trading day of the next one is the last on or before the start', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const next = rules.nextTradingDay(date)
        expect(next > date && rules.isTradingDay(next)).toBe(true)
        expect(rules.previousTradingDay(next)).toBe(rules.isTradingDay(date) ? date : rules.previousTradingDay(date))
      }),
    )
  })
})
