import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advanceGate, gateThreshold, isOpen, UNPROVEN_GATE, type GateState } from './gate.ts'

const after = (nets: readonly number[], gate = UNPROVEN_GATE, version = 1): GateState =>
  nets.reduce((state, net, i) => advanceGate(state, net, `day ${i}`, version), gate)

describe('the gate', () => {
  it('needs 560 times the stake, and twice as much for each later version', () => {
    expect([1, 2, 3].map(gateThreshold)).toEqual([560, 1_120, 2_240])
  })

  it('has the mean of four stakes for its evidence', () => {
    expect(after([0.2]).products).toEqual([1.02, 1.05, 1.1, 1.2])
    expect(after([0.2]).evidence).toBeCloseTo(1.0925, 12)
  })

  it('gains nothing on average from trades that gain nothing on average', () => {
    const net = fc.double({ min: 0.01, max: 1, noNaN: true })
    fc.assert(
      fc.property(net, net, fc.array(fc.double({ min: -0.9, max: 2, noNaN: true }), { maxLength: 20 }), (loss, gain, before) => {
        const gate = after(before)
        const chanceOfGain = loss / (loss + gain)
        const mean = chanceOfGain * after([gain], gate).evidence + (1 - chanceOfGain) * after([-loss], gate).evidence
        expect(mean / gate.evidence).toBeCloseTo(1, 9)
      }),
    )
  })

  it('opens once, closes when a fifth of its peak is left, and stays closed', () => {
    const gains = Array.from({ length: 50 }, () => 0.2)
    const open = after(gains)
    expect([isOpen(open), open.openedOn, open.closedOn]).toEqual([true, 'day 42', null])
    const fallen = after(
      Array.from({ length: 3 }, () => -0.6),
      open,
    )
    expect([isOpen(fallen), fallen.closedOn]).toEqual([false, 'day 1'])
    expect(isOpen(after(gains, fallen))).toBe(false)
    expect(isOpen(after(gains.slice(0, 43), UNPROVEN_GATE, 2))).toBe(false)
  })

  it('refuses a loss of more than was paid', () => {
    expect(() => after([-1.01])).toThrow('cannot lose more')
    expect(() => after([NaN])).toThrow('cannot lose more')
  })
})
