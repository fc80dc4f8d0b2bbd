import fc from 'fast-check'
import { expect, it } from 'vitest'
import { UnknownBand } from './UnknownBand.ts'

const price = fc.integer({ min: 0, max: 12 })

it('a band is known when all bands that could be are one, and not while two of them differ', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ band: price, before: price }), { maxLength: 12 }), (bars) => {
      const unknown = new UnknownBand()
      let all = [-Infinity, ...Array.from({ length: 60 }, (_, i) => i / 4 - 1), Infinity]
      for (const { band, before } of bars) {
        unknown.step(band, before)
        all = all.map((each) => (band < each || before > each ? band : each))
        if (unknown.isKnown) expect(new Set(all).size).toBe(1)
      }
      // Where the bands could be is an interval to it, and may have holes.
      if (new Set(all).size === 1 && bars.at(-1)!.before > Math.max(...bars.map(({ band }) => band))) expect(unknown.isKnown).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

it('a close above every band that could be, and a bar whose band is below them all, leave one', () => {
  const [broken, passed] = [new UnknownBand(), new UnknownBand()]
  broken.step(10, 5)
  expect(broken.isKnown).toBe(false)
  broken.step(30, 11)
  expect(broken.isKnown).toBe(true)
  passed.step(10, 5)
  passed.step(4, 3)
  expect(passed.isKnown).toBe(true)
})
