/** Points of a block, 6 × 4 × 4 × 4: just enough for a session. What wraps around are windows that no session holds. */
export const BLOCK = 384
const SIX = 6

/** e^(−2πik/384), real and imaginary parts. */
const COSINES = Float64Array.from({ length: BLOCK }, (_, k) => Math.cos((2 * Math.PI * k) / BLOCK))
const SINES = Float64Array.from({ length: BLOCK }, (_, k) => -Math.sin((2 * Math.PI * k) / BLOCK))
const HALF_ROOT_3 = Math.sqrt(3) / 2

/** Sizes of the parts that a pass of the inverse joins four of, and their factors: for each k the real and imaginary parts of w², w and w³. */
const PASSES = [6, 24, 96].map((part) => {
  const factors = new Float64Array(6 * part)
  for (let k = 0; k < part; k++)
    [2, 1, 3].forEach((power, place) => {
      const angle = (2 * Math.PI * k * power) / (4 * part)
      factors[6 * k + 2 * place] = Math.cos(angle)
      factors[6 * k + 2 * place + 1] = Math.sin(angle)
    })
  return { part, factors }
})

/**
 * The Fourier transform of a block of complex numbers in place; the frequencies come out in an order of its own, which `correlate` takes:
 * what lies between, a product frequency by frequency, does not care, and reordering would cost as much as a pass.
 * Decimation in frequency (Gentleman and Sande 1966) down to parts of six.
 */
export function forward(re: Float64Array, im: Float64Array): void {
  for (let length = BLOCK; length > SIX; length >>= 1) {
    const half = length >> 1
    const stride = BLOCK / length
    for (let start = 0; start < BLOCK; start += length)
      for (let k = 0; k < half; k++) {
        const [a, b] = [start + k, start + k + half]
        const differenceRe = re[a]! - re[b]!
        const differenceIm = im[a]! - im[b]!
        re[a] = re[a]! + re[b]!
        im[a] = im[a]! + im[b]!
        const [cosine, sine] = [COSINES[k * stride]!, SINES[k * stride]!]
        re[b] = differenceRe * cosine - differenceIm * sine
        im[b] = differenceRe * sine + differenceIm * cosine
      }
  }
  for (let start = 0; start < BLOCK; start += SIX) transformSix(re, im, start)
}

/** Six numbers by the remainders of their places, two of three (Good 1958): without a factor. Their frequencies come out as 0, 2, 4, 3, 5, 1. */
function transformSix(re: Float64Array, im: Float64Array, start: number): void {
  const parts = [0, 4, 2].map((even) => {
    const [a, b] = [start + even, start + ((even + 3) % SIX)]
    return { sum: [re[a]! + re[b]!, im[a]! + im[b]!] as const, difference: [re[a]! - re[b]!, im[a]! - im[b]!] as const }
  })
  transformThree(re, im, start, parts[0]!.sum, parts[1]!.sum, parts[2]!.sum)
  transformThree(re, im, start + 3, parts[0]!.difference, parts[1]!.difference, parts[2]!.difference)
}

type Complex = readonly [re: number, im: number]

function transformThree(re: Float64Array, im: Float64Array, at: number, a: Complex, b: Complex, c: Complex): void {
  const [sumRe, sumIm] = [b[0] + c[0], b[1] + c[1]]
  // (b − c) × i √3/2
  const [turnedRe, turnedIm] = [-HALF_ROOT_3 * (b[1] - c[1]), HALF_ROOT_3 * (b[0] - c[0])]
  re[at] = a[0] + sumRe
  im[at] = a[1] + sumIm
  re[at + 1] = a[0] - sumRe / 2 - turnedRe
  im[at + 1] = a[1] - sumIm / 2 - turnedIm
  re[at + 2] = a[0] - sumRe / 2 + turnedRe
  im[at + 2] = a[1] - sumIm / 2 + turnedIm
}

/**
 * The inverse of `forward`, times 384, of the product of a spectrum with the conjugate of a query's, into `re` and `im`: the correlation of
 * both. `spectrum` holds all real parts from `at` on, then all imaginary ones. Decimation in time (Cooley and Tukey 1965).
 */
export function correlate(
  spectrum: Float32Array,
  at: number,
  queryRe: Float64Array,
  queryIm: Float64Array,
  re: Float64Array,
  im: Float64Array,
): void {
  multiplyAndJoinSixes(spectrum, at, queryRe, queryIm, re, im)
  for (const { part, factors } of PASSES) joinFours(part, factors, re, im)
}

/** The parts of six, done while the product is made. */
function multiplyAndJoinSixes(
  spectrum: Float32Array,
  at: number,
  queryRe: Float64Array,
  queryIm: Float64Array,
  re: Float64Array,
  im: Float64Array,
): void {
  for (let i = 0; i < BLOCK; i += SIX) {
    const s = at + i
    const t = s + BLOCK
    const r0 = spectrum[s]! * queryRe[i]! + spectrum[t]! * queryIm[i]!
    const i0 = spectrum[t]! * queryRe[i]! - spectrum[s]! * queryIm[i]!
    const r1 = spectrum[s + 1]! * queryRe[i + 1]! + spectrum[t + 1]! * queryIm[i + 1]!
    const i1 = spectrum[t + 1]! * queryRe[i + 1]! - spectrum[s + 1]! * queryIm[i + 1]!
    const r2 = spectrum[s + 2]! * queryRe[i + 2]! + spectrum[t + 2]! * queryIm[i + 2]!
    const i2 = spectrum[t + 2]! * queryRe[i + 2]! - spectrum[s + 2]! * queryIm[i + 2]!
    const r3 = spectrum[s + 3]! * queryRe[i + 3]! + spectrum[t + 3]! * queryIm[i + 3]!
    const i3 = spectrum[t + 3]! * queryRe[i + 3]! - spectrum[s + 3]! * queryIm[i + 3]!
    const r4 = spectrum[s + 4]! * queryRe[i + 4]! + spectrum[t + 4]! * queryIm[i + 4]!
    const i4 = spectrum[t + 4]! * queryRe[i + 4]! - spectrum[s + 4]! * queryIm[i + 4]!
    const r5 = spectrum[s + 5]! * queryRe[i + 5]! + spectrum[t + 5]! * queryIm[i + 5]!
    const i5 = spectrum[t + 5]! * queryRe[i + 5]! - spectrum[s + 5]! * queryIm[i + 5]!
    const evenSumRe = r1 + r2
    const evenSumIm = i1 + i2
    const oddSumRe = r4 + r5
    const oddSumIm = i4 + i5
    const even0Re = r0 + evenSumRe
    const even0Im = i0 + evenSumIm
    const odd0Re = r3 + oddSumRe
    const odd0Im = i3 + oddSumIm
    const evenMiddleRe = r0 - 0.5 * evenSumRe
    const evenMiddleIm = i0 - 0.5 * evenSumIm
    const oddMiddleRe = r3 - 0.5 * oddSumRe
    const oddMiddleIm = i3 - 0.5 * oddSumIm
    // Differences × i √3/2
    const evenTurnedRe = HALF_ROOT_3 * (i2 - i1)
    const evenTurnedIm = HALF_ROOT_3 * (r1 - r2)
    const oddTurnedRe = HALF_ROOT_3 * (i5 - i4)
    const oddTurnedIm = HALF_ROOT_3 * (r4 - r5)
    const even1Re = evenMiddleRe + evenTurnedRe
    const even1Im = evenMiddleIm + evenTurnedIm
    const even2Re = evenMiddleRe - evenTurnedRe
    const even2Im = evenMiddleIm - evenTurnedIm
    const odd1Re = oddMiddleRe + oddTurnedRe
    const odd1Im = oddMiddleIm + oddTurnedIm
    const odd2Re = oddMiddleRe - oddTurnedRe
    const odd2Im = oddMiddleIm - oddTurnedIm
    re[i] = even0Re + odd0Re
    im[i] = even0Im + odd0Im
    re[i + 1] = even1Re - odd1Re
    im[i + 1] = even1Im - odd1Im
    re[i + 2] = even2Re + odd2Re
    im[i + 2] = even2Im + odd2Im
    re[i + 3] = even0Re - odd0Re
    im[i + 3] = even0Im - odd0Im
    re[i + 4] = even1Re + odd1Re
    im[i + 4] = even1Im + odd1Im
    re[i + 5] = even2Re - odd2Re
    im[i + 5] = even2Im - odd2Im
  }
}

function joinFours(part: number, factors: Float64Array, re: Float64Array, im: Float64Array): void {
  for (let start = 0; start < BLOCK; start += 4 * part)
    for (let k = 0; k < part; k++) {
      const a = start + k
      const b = a + part
      const c = b + part
      const d = c + part
      const f = 6 * k
      const bRe = re[b]! * factors[f]! - im[b]! * factors[f + 1]!
      const bIm = re[b]! * factors[f + 1]! + im[b]! * factors[f]!
      const cRe = re[c]! * factors[f + 2]! - im[c]! * factors[f + 3]!
      const cIm = re[c]! * factors[f + 3]! + im[c]! * factors[f + 2]!
      const dRe = re[d]! * factors[f + 4]! - im[d]! * factors[f + 5]!
      const dIm = re[d]! * factors[f + 5]! + im[d]! * factors[f + 4]!
      const evenRe = re[a]! + bRe
      const evenIm = im[a]! + bIm
      const oddRe = re[a]! - bRe
      const oddIm = im[a]! - bIm
      const sumRe = cRe + dRe
      const sumIm = cIm + dIm
      // (c − d) × i
      const turnedRe = dIm - cIm
      const turnedIm = cRe - dRe
      re[a] = evenRe + sumRe
      im[a] = evenIm + sumIm
      re[b] = oddRe + turnedRe
      im[b] = oddIm + turnedIm
      re[c] = evenRe - sumRe
      im[c] = evenIm - sumIm
      re[d] = oddRe - turnedRe
      im[d] = oddIm - turnedIm
    }
}
