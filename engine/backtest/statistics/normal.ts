/**
 * Share of a standard normal distribution below a value, to about 1e-15, by the power series of Marsaglia, "Evaluating the Normal
 * Distribution" (2004).
 */
export function normalShare(value: number): number {
  if (value < -8) return 0
  if (value > 8) return 1
  let sum = value
  let before = 0
  let term = value
  for (let i = 3; sum !== before; i += 2) {
    before = sum
    term *= (value * value) / i
    sum += term
  }
  return 0.5 + sum * density(value)
}

/** The value below which a share of a standard normal distribution lies, 0 < share < 1; −∞ and ∞ at the ends. */
export function normalQuantile(share: number): number {
  if (share <= 0) return -Infinity
  if (share >= 1) return Infinity
  if (share < 0.5) return -normalQuantile(1 - share)
  // Above its middle the share is concave, so that Newton's steps come from below and never beyond.
  let value = 0
  for (let step = Infinity; step > 1e-14 && value < 8;) {
    step = (share - normalShare(value)) / density(value)
    value += step
  }
  return value
}

function density(value: number): number {
  return Math.exp(-(value * value) / 2) / Math.sqrt(2 * Math.PI)
}
