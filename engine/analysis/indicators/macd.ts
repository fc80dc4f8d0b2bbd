/**
 * Moving average convergence / divergence of Gerald Appel: `line` is the EMA over `fast` values less the EMA over `slow`, `signal` the EMA
 * of the line over `signalPeriod` values, `histogram` the line less its signal. All three begin together, NaN for the first
 * max(fast, slow) + signalPeriod − 2 values. Convention: TA-Lib MACD, which seeds the shorter average with the values just before the
 * longer one's first result, not at the start of the series.
 */
export function macd(
  values: Float64Array,
  fast: number,
  slow: number,
  signalPeriod: number,
  { line, signal, histogram }: { readonly line: Float64Array; readonly signal: Float64Array; readonly histogram: Float64Array },
): void {
  const seeded = Math.max(fast, slow)
  const first = seeded + signalPeriod - 2
  for (const out of [line, signal, histogram]) out.fill(NaN, 0, first)
  if (values.length <= first) return
  const fastWeight = 2 / (fast + 1)
  const slowWeight = 2 / (slow + 1)
  const signalWeight = 2 / (signalPeriod + 1)
  let fastAverage = mean(values, seeded - fast, seeded)
  let slowAverage = mean(values, seeded - slow, seeded)
  let sum = fastAverage - slowAverage
  for (let i = seeded; i <= first; i++) {
    fastAverage += (values[i]! - fastAverage) * fastWeight
    slowAverage += (values[i]! - slowAverage) * slowWeight
    sum += fastAverage - slowAverage
  }
  let average = sum / signalPeriod
  line[first] = fastAverage - slowAverage
  signal[first] = average
  histogram[first] = line[first]! - average
  for (let i = first + 1; i < values.length; i++) {
    fastAverage += (values[i]! - fastAverage) * fastWeight
    slowAverage += (values[i]! - slowAverage) * slowWeight
    const difference = fastAverage - slowAverage
    average += (difference - average) * signalWeight
    line[i] = difference
    signal[i] = average
    histogram[i] = difference - average
  }
}

/** Simple average of the values from `start` up to, not including, `end`. */
function mean(values: Float64Array, start: number, end: number): number {
  let sum = 0
  for (let i = start; i < end; i++) sum += values[i]!
  return sum / (end - start)
}
