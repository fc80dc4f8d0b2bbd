import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from './endpoints.ts'
import { earliestStart, RequestPacer } from './RequestPacer.ts'

const never = new AbortController().signal

describe('earliestStart', () => {
  it('calls started as early as allowed never exceed a limit in any window', () => {
    const limit = fc.record({ calls: fc.integer({ min: 1, max: 6 }), perMs: fc.integer({ min: 1, max: 5_000 }) })
    fc.assert(
      fc.property(fc.array(limit, { minLength: 1, maxLength: 3 }), fc.array(fc.nat(3_000), { maxLength: 40 }), (limits, pauses) => {
        const starts: number[] = []
        let asked = 0
        for (const pause of pauses) {
          asked += pause
          starts.push(Math.max(asked, earliestStart(starts, limits)))
        }
        for (const { calls, perMs } of limits) {
          for (let i = calls; i < starts.length; i++) expect(starts[i]! - starts[i - calls]!).toBeGreaterThanOrEqual(perMs)
        }
      }),
    )
  })
})

describe('RequestPacer', () => {
  const endpoint: Endpoint = { path: '/x', limits: [{ calls: 1, perMs: 40 }] }

  it('calls start in the order they were asked for, spaced', async () => {
    const pacer = new RequestPacer()
    const started: { call: number; at: number }[] = []
    const askedAt = performance.now()
    await Promise.all([0, 1, 2, 3].map((call) => pacer.turn(endpoint, never).then(() => started.push({ call, at: performance.now() }))))
    expect(started.map(({ call }) => call)).toEqual([0, 1, 2, 3])
    expect(started[3]!.at - askedAt).toBeGreaterThanOrEqual(119)
  })

  it('a caller that gives up neither blocks the next nor uses up a turn', async () => {
    const pacer = new RequestPacer()
    const abort = new AbortController()
    await pacer.turn(endpoint, never)
    const given = pacer.turn(endpoint, abort.signal)
    const next = pacer.turn(endpoint, never)
    abort.abort(new Error('gave up'))
    await expect(given).rejects.toThrow()
    await expect(next).resolves.toBeUndefined()
  })

  it('calls whose windows run from their answers wait from those', async () => {
    const pacer = new RequestPacer()
    const book: Endpoint = { ...endpoint, fromAnswer: true }
    await pacer.turn(book, never)
    const started = performance.now()
    while (performance.now() - started < 30) await new Promise(setImmediate)
    const answered = performance.now()
    pacer.answered(book)
    await pacer.turn(book, never)
    expect(performance.now() - answered).toBeGreaterThanOrEqual(39)
  })

  it('a throttled answer pauses every endpoint', async () => {
    const pacer = new RequestPacer()
    const before = performance.now()
    pacer.throttled()
    await pacer.turn({ path: '/other', limits: [{ calls: 9, perMs: 1 }] }, never)
    expect(performance.now() - before).toBeGreaterThanOrEqual(999)
  })
})
