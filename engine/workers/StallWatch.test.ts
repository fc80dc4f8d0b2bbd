import { describe, expect, it } from 'vitest'
import { StallWatch } from './StallWatch.ts'

/** The look that returns a reason to stop, from 1, and the reason. */
function firstStop(inHand: (look: number) => number | null) {
  const watch = new StallWatch()
  for (let look = 1; look <= 100; look++) {
    const why = watch.look(inHand(look))
    if (why !== null) return { look, why }
  }
  return null
}

describe('StallWatch', () => {
  it('calls it a stall when fifteen looks after the first find the same strategy in hand', () => {
    expect(firstStop(() => 0)).toEqual({ look: 16, why: 'stalled' })
    expect(firstStop((look) => (look <= 20 ? look : 21))).toEqual({
      look: 36,
      why: 'stalled',
    })
  })

  it('lets a bar take 4.5 s when its strategies move on, or wait for a worker', () => {
    expect(firstStop((look) => look)).toEqual({ look: 45, why: 'out of time' })
    expect(firstStop(() => null)).toEqual({ look: 45, why: 'out of time' })
  })

  it('starts over for the strategy behind one that stalled', () => {
    expect(firstStop((look) => (look < 16 ? 7 : look < 19 ? null : 8))).toEqual({ look: 34, why: 'stalled' })
  })
})
