import { describe, expect, it } from 'vitest'
import { searchAnalogues } from './searchAnalogues.ts'
import { SessionIndex } from './SessionIndex.ts'
import { drawnSessions } from './testing/drawnSessions.ts'

const sessions = drawnSessions('index', 140)
const window = drawnSessions('asked', 1)[0]!.closes.slice(0, 50).map(Math.log)

/** Everything that an analysis takes from an index. */
const seen = (index: SessionIndex) => ({
  count: index.count,
  hash: index.hash,
  last: index.dateOf(index.count - 1),
  volatility: index.dailyVolatility(20),
  liveliness: [49, 100, 344].map((minute) => index.livelinessAfter(minute, 50)),
  matches: searchAnalogues(index, window),
})

describe('the index of finished sessions', () => {
  it('is the same bit for bit built at once, grown session by session beyond its spare room, cut back, or attached by another thread', () => {
    for (const count of [1, 2, 99, 140]) {
      const built = seen(SessionIndex.build(sessions.slice(0, count)))
      const grown = sessions.slice(1, count).reduce((index, session) => index.with(session), SessionIndex.build(sessions.slice(0, 1)))
      expect(seen(grown)).toEqual(built)
      expect(seen(SessionIndex.build(sessions).upTo(count))).toEqual(built)
      expect(seen(SessionIndex.attach(grown.shared))).toEqual(built)
    }
  })

  it('stays as it was when it grows, even twice from the same day', () => {
    const before = SessionIndex.build(sessions.slice(0, 99))
    const expected = seen(before)
    const one = before.with(sessions[99]!)
    const other = before.with(sessions[120]!)
    expect(seen(before)).toEqual(expected)
    expect([one.dateOf(99), other.dateOf(99)]).toEqual([sessions[99]!.date, sessions[120]!.date])
    expect(seen(one)).toEqual(seen(SessionIndex.build(sessions.slice(0, 100))))
  })

  it('refuses sessions out of order, too long ones, and prices that are none', () => {
    const index = SessionIndex.build(sessions.slice(0, 2))
    expect(() => index.with(sessions[1]!)).toThrow('session 2024-01-02 must come after 20240102')
    expect(() => index.with({ date: '2025-01-01', closes: new Float64Array(376).fill(1) })).toThrow('has 376 minutes')
    expect(() => index.with({ date: '2025-01-01', closes: Float64Array.of(1, 0, 1) })).toThrow('a price that is none')
    expect(() => SessionIndex.build([])).not.toThrow()
  })
})
