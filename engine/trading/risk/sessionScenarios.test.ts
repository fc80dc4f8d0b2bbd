import { describe, expect, it } from 'vitest'
import { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { MarketTables } from '../../../schema/market/MarketTables.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { istInstant, MINUTE, parseTimeOfDay, type Instant } from '../../../schema/time.ts'
import { staleFeed } from './pausedBy.ts'
import { assess } from './assess.ts'
import { ACCOUNT, CANDIDATE, MOMENT, SETTINGS } from '../testing/decisions.ts'
import { openLegOf, TERMS } from '../testing/legs.ts'
import { dueExits } from '../positions/dueExits.ts'

const at = (date: string, time: string): Instant => istInstant(date, parseTimeOfDay(time) ?? NaN)
const rulesWith = (tables: Partial<MarketTables>) => new MarketRules({ ...SHIPPED_MARKET_TABLES, ...tables })
const shipped = new MarketRules(SHIPPED_MARKET_TABLES)
const special = (date: string, open: string, close: string) =>
  rulesWith({ specialSessions: [...SHIPPED_MARKET_TABLES.specialSessions, { date, open, close, note: 'of a test' }] })
/** The closing auction of August 2026: index prices stand still from 15:15, options trade until 15:40. */
const closingAuction = rulesWith({
  sessionHours: [...SHIPPED_MARKET_TABLES.sessionHours, { segment: 'OPTIONS', from: '2026-08-03', open: '09:15', close: '15:40' }],
})
const anyTime = { ...CANDIDATE, settings: { ...SETTINGS, windowStart: 0, windowEnd: 24 * 60 } }

/** Why an entry would be refused at a time; null: it would be taken. An index that stands still ticks on, with the same price. */
function refusal(rules: MarketRules, now: Instant, date: string, feedAgeMs = 300): string | null {
  const session = rules.sessionOf(date)
  if (!session || now < session.open || now >= session.close) return 'CLOSED'
  const answer = assess(anyTime, ACCOUNT, { ...MOMENT, rules, now, session, paused: staleFeed(feedAgeMs) })
  return answer.ok ? null : answer.error.reason
}

describe('a session', () => {
  it.each<[string, MarketRules, string, readonly (readonly [string, string | null])[]]>([
    [
      'of an ordinary day',
      shipped,
      '2026-07-01',
      [
        ['09:14', 'CLOSED'],
        ['09:15', null],
        ['15:09', null],
        ['15:10', 'SESSION_CLOSING'],
        ['15:30', 'CLOSED'],
      ],
    ],
    [
      'with the closing auction',
      closingAuction,
      '2026-08-03',
      [
        ['15:14', null],
        ['15:15', 'SESSION_CLOSING'],
        ['15:39', 'SESSION_CLOSING'],
        ['15:40', 'CLOSED'],
      ],
    ],
    [
      'on the last day before the closing auction',
      closingAuction,
      '2026-07-31',
      [
        ['15:09', null],
        ['15:10', 'SESSION_CLOSING'],
        ['15:30', 'CLOSED'],
      ],
    ],
    [
      'on a Muhurat evening',
      special('2026-11-08', '18:00', '19:00'),
      '2026-11-08',
      [
        ['10:00', 'CLOSED'],
        ['18:00', null],
        ['18:39', null],
        ['18:40', 'SESSION_CLOSING'],
        ['19:00', 'CLOSED'],
      ],
    ],
    [
      'on a Sunday of the budget',
      special('2026-03-01', '09:15', '15:30'),
      '2026-03-01',
      [
        ['09:15', null],
        ['15:10', 'SESSION_CLOSING'],
      ],
    ],
    ['on a Sunday like any other', shipped, '2026-07-05', [['10:00', 'CLOSED']]],
    [
      'that a halt of the whole market cuts short (15% after 13:00: the rest of the day after 14:30)',
      special('2026-07-01', '09:15', '14:30'),
      '2026-07-01',
      [
        ['14:09', null],
        ['14:10', 'SESSION_CLOSING'],
        ['14:30', 'CLOSED'],
      ],
    ],
    ['of a holiday', shipped, '2026-10-02', [['10:00', 'CLOSED']]],
  ])('%s is open when the table says so', (_, rules, date, times) => {
    expect(times.map(([time]) => [time, refusal(rules, at(date, time), date)])).toEqual(times)
  })

  it('with the index at rest and ticking is no stale feed; a halt in which nothing ticks is one, and entries resume with the first tick', () => {
    const noTickMoves = at('2026-08-03', '15:14')
    expect(refusal(closingAuction, noTickMoves, '2026-08-03')).toBeNull()
    // A halt at 10% before 13:00 lasts 45 minutes, at 20% the rest of the day.
    expect(refusal(shipped, at('2026-07-01', '11:30'), '2026-07-01', 45 * MINUTE)).toBe('FEED_STALE')
    expect(refusal(shipped, at('2026-07-01', '11:45'), '2026-07-01', 250)).toBeNull()
  })

  it.each([
    ['of an ordinary day', shipped, '2026-07-01', '15:20'],
    ['with the closing auction', closingAuction, '2026-08-03', '15:30'],
    ['of a Muhurat hour', special('2026-11-08', '18:00', '19:00'), '2026-11-08', '18:50'],
  ])('%s squares off ten minutes before its own end, not a moment before', (_, rules, date, time) => {
    const session = rules.sessionHours(date)
    const trade = openLegOf({ entryTime: session.open, terms: { ...TERMS, windowEndsAt: session.close } })
    expect(dueExits([trade], at(date, time) - 1, session, rules)).toEqual([])
    expect(dueExits([trade], at(date, time), session, rules)).toMatchObject([{ reason: 'SESSION_END' }])
  })
})
