/** Outcomes before a confidence is shown. */
const FEWEST_OUTCOMES = 600
/**
 * Precision of the prior that draws the slope towards 0, a standard deviation of 0.18: hits say nothing until outcomes show that they do.
 * Lightest of 1, 10, 30 and 100 with which markets without a pattern are forecast no worse than by their share of gains so far, to four digits.
 */
const SLOPE_PRECISION = 30
/** Newton's method on two parameters is at rest long before. */
const STEPS = 25

/** Outcomes of sides whose analogues had the same hits. */
export interface OutcomeCount {
  /** Analogues with a net result above zero, and all of them. */
  readonly hits: number
  readonly count: number
  /** Sides that ended, and sides that ended above zero net. */
  readonly outcomes: number
  readonly wins: number
}

/** Neighbouring confidences, and their outcomes. `said`: their sum. */
export interface ReliabilityBin {
  readonly count: number
  readonly said: number
  readonly wins: number
}

/** A logistic line: logit(probability) = intercept + slope × logit((hits + 1) / (count + 2)). */
export interface CalibrationLine {
  readonly intercept: number
  readonly slope: number
}

/** The counts with one more outcome. */
export function addOutcome(counts: readonly OutcomeCount[], hits: number, count: number, isWin: boolean): readonly OutcomeCount[] {
  const place = counts.findIndex((each) => each.hits === hits && each.count === count)
  if (place < 0) return [...counts, { hits, count, outcomes: 1, wins: Number(isWin) }]
  const before = counts[place]!
  return counts.with(place, { ...before, outcomes: before.outcomes + 1, wins: before.wins + Number(isWin) })
}

/** The line of greatest likelihood, its slope drawn towards 0 by a normal prior; null below 600 outcomes. */
export function fitCalibration(counts: readonly OutcomeCount[]): CalibrationLine | null {
  let total = 0
  for (const { outcomes } of counts) total += outcomes
  if (total < FEWEST_OUTCOMES) return null
  let [intercept, slope] = [0, 0]
  for (let step = 0; step < STEPS; step++) {
    // Gradient and Hessian of the penalised log-likelihood.
    let [g0, g1, h00, h01, h11] = [0, -SLOPE_PRECISION * slope, 0, 0, SLOPE_PRECISION]
    for (const { hits, count, outcomes, wins } of counts) {
      const x = hitLogit(hits, count)
      const probability = logistic(intercept + slope * x)
      const weight = outcomes * probability * (1 - probability)
      const residual = wins - outcomes * probability
      g0 += residual
      g1 += residual * x
      h00 += weight
      h01 += weight * x
      h11 += weight * x * x
    }
    const determinant = h00 * h11 - h01 * h01
    // All outcomes alike: no line has a greatest likelihood, and nothing was learnt.
    if (!(determinant > 1e-12)) return null
    intercept += (h11 * g0 - h01 * g1) / determinant
    slope += (h00 * g1 - h01 * g0) / determinant
  }
  return Number.isFinite(intercept) && Number.isFinite(slope) ? { intercept, slope } : null
}

/** The calibrated probability that a side with these hits ends above zero net; null without a line. */
export function confidenceOf(line: CalibrationLine | null, hits: number, count: number): number | null {
  return line && logistic(line.intercept + line.slope * hitLogit(hits, count))
}

/** Mean distance between stated and actual rates, weighted by how often each was stated; null: none was. */
export function calibrationError(reliability: readonly ReliabilityBin[]): number | null {
  let [error, count] = [0, 0]
  for (const bin of reliability) {
    error += Math.abs(bin.said - bin.wins)
    count += bin.count
  }
  return count === 0 ? null : error / count
}

function hitLogit(hits: number, count: number): number {
  const share = (hits + 1) / (count + 2)
  return Math.log(share / (1 - share))
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
