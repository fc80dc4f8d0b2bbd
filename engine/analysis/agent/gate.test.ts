import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../../schema/SeededRandom.ts'
import { advanceGate, gateThreshold, isOpen, readGate, UNPROVEN_GATE, type GateState } from './gate.ts'

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

  it('opens when it has grown to its threshold, for a later version to twice as much', () => {
    const gains = Array.from({ length: 50 }, () => 0.2)
    const open = after(gains)
    expect([isOpen(open), open.openedOn, open.closedOn]).toEqual([true, 'day 42', null])
    expect(isOpen(after(gains.slice(0, 43), UNPROVEN_GATE, 2))).toBe(false)
  })

  it('refuses a loss of more than was paid', () => {
    expect(() => after([-1.01])).toThrow('cannot lose more')
    expect(() => after([NaN])).toThrow('cannot lose more')
  })
})

const share = (of: readonly boolean[]) => of.filter(Boolean).length / of.length

/** 43 gains of a fifth: a mean of 20% without any deviation. */
const OPEN = after(Array.from({ length: 43 }, () => 0.2))

describe('the doubt of an open gate', () => {
  it('begins at its opening, and bets against half of what opened it, by how much the results vary', () => {
    expect(after(Array.from({ length: 42 }, () => 0.2)).doubt).toBeNull()
    expect(OPEN.doubt).toEqual({ edge: expect.closeTo(0.1), stake: 1, against: 1 })
    const nets = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 0.4 : -0.2))
    const { doubt, moments } = nets.reduce((gate, net) => (isOpen(gate) ? gate : after([net], gate)), UNPROVEN_GATE)
    const mean = moments.sum / moments.count
    expect(doubt).toEqual({ edge: mean / 2, stake: expect.closeTo(mean / 2 / (0.3 ** 2 - (mean - 0.1) ** 2), 6), against: 1 })
  })

  it('gains nothing on average while trades earn on average what it begins to doubt at', () => {
    const far = fc.double({ min: 0.01, max: 0.5, noNaN: true })
    const from = fc.record({
      edge: fc.double({ min: 0.01, max: 0.2, noNaN: true }),
      stake: fc.double({ min: 0.01, max: 1, noNaN: true }),
      against: fc.double({ min: 3, max: 10, noNaN: true }),
    })
    fc.assert(
      fc.property(far, far, from, (below, above, doubt) => {
        const againstAfter = (net: number) => after([net], { ...OPEN, doubt }).doubt!.against
        const chanceAbove = below / (below + above)
        const mean = chanceAbove * againstAfter(doubt.edge + above) + (1 - chanceAbove) * againstAfter(doubt.edge - below)
        expect(mean / doubt.against).toBeCloseTo(1, 9)
      }),
    )
  })

  it('begins anew below 1: what a key earned for years does not keep it open', () => {
    const losses = Array.from({ length: 8 }, () => -0.6)
    const earned = after(
      Array.from({ length: 300 }, () => 0.3),
      OPEN,
    )
    expect(earned.doubt?.against).toBe(1)
    expect(after(losses, earned).closedOn).toBe(after(losses, OPEN).closedOn)
  })

  it('closes the gate at twenty times its stake; the key begins anew, and opens again by as much evidence as before', () => {
    const shaken = after(
      Array.from({ length: 5 }, () => -0.6),
      OPEN,
    )
    expect([isOpen(shaken), shaken.doubt?.against]).toEqual([true, expect.closeTo(1.7 ** 5)])
    const closed = advanceGate(shaken, -0.6, 'day 99', 1)
    expect(closed).toEqual({ ...UNPROVEN_GATE, openedOn: 'day 42', closedOn: 'day 99' })
    const gains = Array.from({ length: 43 }, () => 0.2)
    expect(isOpen(after(gains.slice(1), closed))).toBe(false)
    expect(after(gains, closed)).toEqual(OPEN)
  })

  it.each([
    [0.06, 0.25],
    [0.04, 0.25],
    [0.1, 0.35],
  ])('closes at most one in ten keys with an edge of %s and a deviation of %s within 500 trades', (mean, deviation) => {
    const draw = drawnFrom('1')
    const closed = Array.from({ length: 200 }, () =>
      tradesUntilClosed(
        opened(() => draw(mean, deviation)),
        () => draw(mean, deviation),
        500,
      ),
    )
    expect(share(closed.map((trades) => trades !== null))).toBeLessThanOrEqual(0.1)
  })

  it.each([
    [-0.01, 200],
    [-0.03, 130],
    [-0.05, 100],
  ])('closes half of the keys whose mean falls from 0.06 to %s within %s trades', (mean, trades) => {
    const draw = drawnFrom('2')
    const until = Array.from({ length: 200 }, () =>
      tradesUntilClosed(
        opened(() => draw(0.06, 0.25)),
        () => draw(mean, 0.25),
        trades,
      ),
    )
    expect(share(until.map((count) => count !== null))).toBeGreaterThanOrEqual(0.5)
  })

  it('opens one in a hundred keys without an edge at most, and again hardly any of those that lost theirs', () => {
    const draw = drawnFrom('3')
    const without = Array.from({ length: 150 }, () => isOpen(after(Array.from({ length: 500 }, () => draw(0, 0.25)))))
    expect(share(without)).toBeLessThanOrEqual(0.01)
    const closed = after(
      Array.from({ length: 6 }, () => -0.6),
      OPEN,
    )
    const again = Array.from({ length: 300 }, () =>
      isOpen(
        after(
          Array.from({ length: 500 }, () => draw(0, 0.25)),
          closed,
        ),
      ),
    )
    expect(share(again)).toBeLessThanOrEqual(0.01)
  })
})

describe('a gate that an earlier release has stored', () => {
  const stored = ({ moments: _, doubt: __, ...gate }: GateState) => gate
  const trades = { count: 43, sum: 8.6, sumOfSquares: 1.72, wins: 43 }

  it('goes on as it was while it is not open', () => {
    const gate = after([0.2, 0.1])
    expect(readGate(stored(gate), { count: 2, sum: gate.moments.sum, sumOfSquares: gate.moments.sumOfSquares })).toEqual(gate)
  })

  it('is doubted from now on when it is open', () => {
    expect(readGate(stored(OPEN), trades)).toEqual({
      ...OPEN,
      moments: { count: 43, sum: 8.6, sumOfSquares: 1.72 },
      doubt: { edge: expect.closeTo(0.1), stake: 1, against: 1 },
    })
  })

  it('begins anew when it has closed', () => {
    expect(readGate({ ...stored(OPEN), closedOn: 'day 60' }, trades)).toEqual({ ...UNPROVEN_GATE, openedOn: 'day 42', closedOn: 'day 60' })
  })

  it('is read as it is when this release has stored it', () => {
    const shaken = after([-0.6], OPEN)
    expect(readGate(JSON.parse(JSON.stringify(shaken)) as GateState, trades)).toEqual(shaken)
  })
})

/** Results of bought options, by mean and deviation. */
function drawnFrom(seed: string): (mean: number, deviation: number) => number {
  const random = new SeededRandom(seed)
  return (mean, deviation) => Math.max(-1, mean + deviation * random.normal())
}

/** A gate that has just opened. */
function opened(draw: () => number): GateState {
  for (;;) {
    let gate = UNPROVEN_GATE
    for (let i = 0; i < 4_000 && !isOpen(gate); i++) gate = advanceGate(gate, draw(), 'opening', 1)
    if (isOpen(gate)) return gate
  }
}

/** Null: it was not closed by as many. */
function tradesUntilClosed(gate: GateState, draw: () => number, most: number): number | null {
  let next = gate
  for (let i = 1; i <= most; i++) {
    next = advanceGate(next, draw(), 'closing', 1)
    if (!isOpen(next)) return i
  }
  return null
}
