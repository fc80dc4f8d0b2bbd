import { describe, expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { CALL, closedLeg, heldLeg, percent, PUT, straddle } from '../testing/positions.ts'
import { legLevels } from './legLevels.ts'

describe('levels of a sold leg that its owner has set', () => {
  const position = straddle({ stopsToCost: true }, { stop: percent(30), target: percent(50) })
  const own = (stop: number | null, target: number | null = null) =>
    heldLeg(1, PUT, 90, { own: { stop: stop === null ? null : paise(stop), target: target === null ? null : paise(target) } })

  it('stand in the place of its rule’s, each for itself', () => {
    expect(legLevels(heldLeg(1, PUT, 90), position)).toEqual({ stop: 117_00, target: 45_00 })
    expect(legLevels(own(105_00), position)).toEqual({ stop: 105_00, target: 45_00 })
    expect(legLevels(own(null, 60_00), position)).toEqual({ stop: 117_00, target: 60_00 })
  })

  it('stay beside a stop that moves to cost where they are nearer, and make way where they are not', () => {
    const stopped = { ...position, legs: [closedLeg(heldLeg(0, CALL, 100), 130, 'STOP'), heldLeg(1, PUT, 90)] }
    expect(legLevels(heldLeg(1, PUT, 90), stopped).stop).toBe(90_00)
    expect(legLevels(own(85_00), stopped).stop).toBe(85_00)
    expect(legLevels(own(105_00), stopped).stop).toBe(90_00)
  })
})
