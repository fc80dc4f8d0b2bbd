import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { candlesOf, cleanTicks, harmOfBadWire, through } from './testBadWire.ts'

describe('the candles of a wire', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'that doubles, delays, reorders and damages ticks are those of a clean one, each once and in order (seed %i)',
    async (seed) => expect(await harmOfBadWire(new SeededRandom(`wire ${seed}`))).toBeNull(),
  )

  it('that is clean are straight from the stream', async () => {
    const ticks = cleanTicks(new SeededRandom('clean'))
    const { candles, drops } = await through(
      ticks.map((tick) => ({ now: tick.at + 20, tick })),
      candlesOf(ticks),
    )
    expect(candles).toEqual(candlesOf(ticks))
    expect(drops).toBe(0)
  })
})
