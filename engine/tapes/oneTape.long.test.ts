import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { playInBacktest, playLive, playOfTemplate, withMinutesOfBacktest } from './testing/oneTape.ts'
import { walkTape, type WalkParts } from './testing/walkTape.ts'

/** A template, how many tapes of which kind, and the ways in which positions end on them. `depth`: see Play. */
const CASES: readonly (readonly [string, number, WalkParts, boolean, readonly string[]])[] = [
  ['short-straddle', 25, { pace: 'slow', move: 0.003, strikes: 8, together: true }, false, ['STOP', 'WINDOW_END']],
  ['short-straddle', 25, { pace: 'fast', move: 0.0012, strikes: 8, together: true }, true, ['STOP', 'WINDOW_END']],
  [
    'iron-condor',
    50,
    { pace: 'fast', move: 0.0012, strikes: 20, together: false },
    true,
    ['COMBINED_STOP', 'COMBINED_TARGET', 'WINDOW_END'],
  ],
  [
    'bull-call-spread',
    50,
    { pace: 'fast', move: 0.0012, strikes: 12, together: false, isWarm: true },
    true,
    ['COMBINED_STOP', 'COMBINED_TARGET', 'WINDOW_END'],
  ],
]

describe('over any tape of prices a backtest and the floor give the same legs, fills and P&L to the paisa', () => {
  it.each(CASES)(
    'of the template %s, %i with %o',
    async (slug, runs, parts, depth, ends) => {
      const seen = new Set<string>()
      const play = playOfTemplate(slug, { settings: { windowEnd: 11 * 60 + 30 }, depth })
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
          const tape = walkTape(seed, parts)
          const live = await playLive(tape, play)
          expect(withMinutesOfBacktest(live)).toEqual(playInBacktest(tape, play))
          for (const { exitReason } of live) seen.add(exitReason)
        }),
        { numRuns: runs, seed: 1 },
      )
      expect([...seen]).toEqual(expect.arrayContaining([...ends]))
    },
    120_000,
  )
})
