import { expect, it } from 'vitest'
import { SeededRandom } from '../../../schema/SeededRandom.ts'
import { BLOCK, correlate, forward } from './fourier.ts'

const random = new SeededRandom('fourier')
const drawn = (length: number) => Float64Array.from({ length: BLOCK }, (_, i) => (i < length ? random.normal() : 0))

it('correlates a query with two sessions at once, as sums of products do', () => {
  const [first, second, query] = [drawn(375), drawn(360), drawn(50)]
  const spectrum = new Float32Array(2 * BLOCK)
  const [re, im] = [first.slice(), second.slice()]
  forward(re, im)
  spectrum.set(re)
  spectrum.set(im, BLOCK)
  const [queryRe, queryIm] = [query.slice(), new Float64Array(BLOCK)]
  forward(queryRe, queryIm)
  const [one, other] = [new Float64Array(BLOCK), new Float64Array(BLOCK)]
  correlate(spectrum, 0, queryRe, queryIm, one, other)
  const product = (session: Float64Array, start: number) =>
    query.subarray(0, 50).reduce((sum, each, k) => sum + each * session[start + k]!, 0)
  for (let start = 0; start <= 375 - 50; start++) {
    expect(one[start]! / BLOCK).toBeCloseTo(product(first, start), 4)
    expect(other[start]! / BLOCK).toBeCloseTo(product(second, start), 4)
  }
})
