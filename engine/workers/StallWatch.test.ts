import { describe, expect, it } from 'vitest'
import { StallWatch } from './StallWatch.ts'

/** The look that says why to stop, counted from 1, and what it says. */
function firstStop(inHand: (look: number) => number | null) {
  const watch = new StallWatch()
  for (let look = 1; look <= 100; look++) {
    const why = watch.look(inHand(look))
    if (why !== null) return { look, why }
  }
  return null
}

describe('StallWatch', () => {
  it('calls it a stall when ten looks after the first find the same strategy in hand', () => {
    expect(firstStop(() => 0)).toEqual({ look: 11, why: 'stalled' })
    expect(firstStop((look) => Math.floor(look / 5) + (look > 20 ? 100 : 0) - (look > 20 ? Math.floor(look / 5) : 0))).toEqual({
      look: 31,
      why: 'stalled',
    })
  })

  it('lets a bar take 4.5 s when its strategies move on, or wait for a worker', () => {
    expect(firstStop((look) => look)).toEqual({ look: 45, why: 'out of time' })
    expect(firstStop(() => null)).toEqual({ look: 45, why: 'out of time' })
  })

  it('starts over for the strategy behind one that stalled', () => {
    expect(firstStop((look) => (look < 11 ? 7 : look < 14 ? null : 8))).toEqual({ look: 24, why: 'stalled' })
  })
})
