import { describe, expect, it } from 'vitest'
import { simulateDay } from './simulateDay.ts'
import { simulateDays } from './testing/simulateDays.ts'

/** A few of them; simulation.long.test.ts has two hundred. */
const DAYS = 6
/** A failing seed is replayed alone: SAKHA_SEED=… npx vitest run --project unit engine/simulation */
const only = process.env['SAKHA_SEED']
const seeds = only === undefined ? Array.from({ length: DAYS }, (_, i) => i + 1) : [Number(only)]

describe('a simulated trading day in which things go wrong', () => {
  it(`keeps every invariant, for ${seeds.length} seeds`, async () => expect((await simulateDays(seeds)).broken).toEqual([]), 300_000)

  it.skipIf(only !== undefined)(
    'is the same day again for the same seed, and another for another',
    async () => {
      const hashes: string[] = []
      for (const seed of [7, 11, 26, 7, 11, 26]) hashes.push((await simulateDay(seed)).journalHash)
      expect(hashes.slice(3)).toEqual(hashes.slice(0, 3))
      expect(new Set(hashes).size).toBe(3)
    },
    300_000,
  )
})
