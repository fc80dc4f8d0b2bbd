import { expect, it } from 'vitest'
import { drawnMarketId, isDrawn, PLANTED_PATTERNS, plantedIn } from './drawnMarket.ts'

it.each([...PLANTED_PATTERNS, null])('a drawn market says by its id what is planted into it: %s', (pattern) => {
  for (const seed of [1, -7]) {
    const id = drawnMarketId(seed, pattern)
    expect(isDrawn(id)).toBe(true)
    expect(plantedIn(id)).toBe(pattern)
  }
})

it.each(['replay-0a1b', 'smartapi', 'test-market', 'replay-pattern-w', ''])(
  'nothing is planted into %s, whose prices are not drawn',
  (id) => {
    expect(isDrawn(id)).toBe(false)
    expect(plantedIn(id)).toBeNull()
  },
)
