import { describe, expect, it } from 'vitest'
import { simulateDay } from './simulateDay.ts'
import { SimulatedBooks, type SimulatedBooksParts } from './SimulatedBooks.ts'
import { simulateDays } from './testDays.ts'

/** A few of them; simulation.long.test.ts has two hundred. */
const DAYS = 20
/** A failing seed is replayed alone: SAKHA_SEED=… npx vitest run --project unit engine/simulation */
const only = process.env['SAKHA_SEED']
const seeds = only === undefined ? Array.from({ length: DAYS }, (_, i) => i + 1) : [Number(only)]

/** What the first of a hundred days shows that shows anything. */
async function firstBroken(createBooks: (parts: SimulatedBooksParts) => SimulatedBooks): Promise<ReadonlySet<string>> {
  for (let seed = 1; seed <= 100; seed++) {
    const { violations } = await simulateDay(seed, createBooks)
    if (violations.length > 0) return new Set(violations.map(({ invariant }) => invariant))
  }
  return new Set()
}

describe('a simulated trading day in which things go wrong', () => {
  it(`keeps every invariant, for ${seeds.length} seeds`, async () => expect((await simulateDays(seeds)).broken).toEqual([]), 120_000)

  it.skipIf(only !== undefined)(
    'is the same day again for the same seed, and another for another',
    async () => {
      const hashes: string[] = []
      for (const seed of [7, 11, 26, 7, 11, 26]) hashes.push((await simulateDay(seed)).journalHash)
      expect(hashes.slice(3)).toEqual(hashes.slice(0, 3))
      expect(new Set(hashes).size).toBe(3)
    },
    30_000,
  )
})

describe.skipIf(only !== undefined)('the simulation finds books that', () => {
  const cases: readonly (readonly [string, string, (parts: SimulatedBooksParts) => SimulatedBooks])[] = [
    [
      'allow a second exit of a trade',
      'I2',
      (parts) =>
        new (class extends SimulatedBooks {
          protected override hasLiveExit() {
            return false
          }
        })(parts),
    ],
    [
      'do not look at kill switches',
      'I7',
      (parts) =>
        new (class extends SimulatedBooks {
          protected override killOf() {
            return null
          }
        })(parts),
    ],
    [
      'let a subscription answer a signal again',
      'I2',
      (parts) =>
        new (class extends SimulatedBooks {
          protected override hasAnswered() {
            return false
          }
        })(parts),
    ],
    [
      'forget which fills they have',
      'I2',
      (parts) =>
        new (class extends SimulatedBooks {
          protected override get knownFills() {
            return new Set<string>()
          }
        })(parts),
    ],
  ]
  it.each(cases)('%s', async (_, invariant, createBooks) => expect(await firstBroken(createBooks)).toContain(invariant), 120_000)
})
