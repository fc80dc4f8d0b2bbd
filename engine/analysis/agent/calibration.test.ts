import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../../schema/SeededRandom.ts'
import { endSession, newKeyRecord } from './advanceRecord.ts'
import { addOutcome, confidenceOf, fitCalibration, type OutcomeCount } from './calibration.ts'

const logit = (p: number) => Math.log(p / (1 - p))

/** Outcomes whose chance is a line of their hits' logit. */
function drawn(count: number, intercept: number, slope: number, seed = 'calibration', [fewest, most] = [5, 45]): readonly OutcomeCount[] {
  const random = new SeededRandom(seed)
  let counts: readonly OutcomeCount[] = []
  for (let i = 0; i < count; i++) {
    const hits = random.integer(fewest!, most!)
    const chance = 1 / (1 + Math.exp(-(intercept + slope * logit((hits + 1) / 52))))
    counts = addOutcome(counts, hits, 50, random.uniform() < chance)
  }
  return counts
}

describe('the calibration', () => {
  it('finds the line by which hits become chances', () => {
    const line = fitCalibration(drawn(20_000, -0.3, 0.5))!
    expect(line.intercept).toBeCloseTo(-0.3, 1)
    expect(line.slope).toBeCloseTo(0.5, 1)
    expect(confidenceOf(line, 25, 50)).toBeCloseTo(1 / (1 + Math.exp(0.3)), 1)
  })

  it('says what usually happens when hits mean nothing', () => {
    const line = fitCalibration(drawn(5_000, logit(0.4), 0))!
    for (const hits of [10, 25, 40]) expect(Math.abs(confidenceOf(line, hits, 50)! - 0.4)).toBeLessThan(0.03)
  })

  it('gives little for what few outcomes of like hits seem to say', () => {
    const slopes = Array.from({ length: 50 }, (_, seed) => fitCalibration(drawn(600, logit(0.4), 0, String(seed), [16, 25]))!.slope)
    expect(Math.hypot(...slopes) / Math.sqrt(slopes.length)).toBeLessThan(0.12)
  })

  it('says nothing below 600 outcomes', () => {
    expect(fitCalibration(drawn(599, 0, 1))).toBeNull()
    expect(fitCalibration(drawn(600, 0, 1))).not.toBeNull()
    expect(confidenceOf(null, 25, 50)).toBeNull()
  })

  it('stays finite when every side has won', () => {
    const line = fitCalibration([{ hits: 25, count: 50, outcomes: 1_000, wins: 1_000 }])
    if (line) expect(confidenceOf(line, 25, 50)).toBeGreaterThan(0.9)
  })
})

it('a key has its line from the end of the session on in which the 600th outcome was known', () => {
  const after = (outcomes: number) =>
    endSession({ ...newKeyRecord(), counts: [{ hits: 20, count: 50, outcomes, wins: 240 }] }, '2026-01-05')
  expect(after(599).line).toBeNull()
  expect(confidenceOf(after(600).line, 20, 50)).toBeCloseTo(0.4, 2)
})
