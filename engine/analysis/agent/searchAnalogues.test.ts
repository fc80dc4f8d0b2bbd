import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HORIZON, thinningGap } from './agentModel.ts'
import { searchAnalogues } from './searchAnalogues.ts'
import { SessionIndex, type SessionCloses } from './SessionIndex.ts'
import { drawnSessions } from './testing/drawnSessions.ts'
import { plainSearch } from './testing/plainSearch.ts'

const windowOf = (session: SessionCloses, lookback: number) => session.closes.slice(-lookback).map(Math.log)

const worlds = fc.record({
  seed: fc.string({ maxLength: 6 }),
  count: fc.integer({ min: 1, max: 24 }),
  minutes: fc.constantFrom([375], [360], [375, 360], [375, 240, 40]),
  lookback: fc.integer({ min: 20, max: 200 }),
})

describe('the search', () => {
  it('finds what comparing every window one by one finds, each with a horizon behind it in its session and a gap around it', () => {
    fc.assert(
      fc.property(worlds, ({ seed, count, minutes, lookback }) => {
        const [asked, ...sessions] = drawnSessions(seed, count + 1, minutes).toReversed()
        if (asked!.closes.length < lookback) return
        const index = SessionIndex.build(sessions.toReversed())
        const matches = searchAnalogues(index, windowOf(asked!, lookback))
        expect(matches).toEqual(plainSearch(index, windowOf(asked!, lookback)))
        for (const { session, minute } of matches) {
          expect(minute).toBeGreaterThanOrEqual(lookback - 1)
          expect(minute + HORIZON).toBeLessThan(index.lengthOf(session))
        }
        for (const a of matches)
          for (const b of matches)
            if (a !== b && a.session === b.session) expect(Math.abs(a.minute - b.minute)).toBeGreaterThanOrEqual(thinningGap(lookback))
      }),
      { numRuns: 60 },
    )
  })

  it('finds the same moments in a market that moves twice as far', () => {
    const sessions = drawnSessions('twice', 40)
    const stretched = sessions.map(({ date, closes }) => ({ date, closes: closes.map((close) => closes[0]! * (close / closes[0]!) ** 2) }))
    const window = windowOf(drawnSessions('asked', 1)[0]!, 50)
    const places = (of: readonly SessionCloses[]) =>
      searchAnalogues(SessionIndex.build(of), window).map(({ session, minute }) => [session, minute])
    expect(places(stretched)).toEqual(places(sessions))
    expect(places(sessions)).toHaveLength(50)
  })

  it('finds the window itself in the past, and nothing in sessions that stood still', () => {
    const sessions = drawnSessions('itself', 10)
    const window = sessions[3]!.closes.slice(100, 150).map(Math.log)
    const [best] = searchAnalogues(SessionIndex.build(sessions), window)
    expect(best).toMatchObject({ session: 3, minute: 149 })
    expect(best!.correlation).toBeCloseTo(1, 10)
    const still = sessions.map(({ date }) => ({ date, closes: new Float64Array(375).fill(100) }))
    expect(searchAnalogues(SessionIndex.build(still), window)).toEqual([])
  })
})
