import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runInChunks, type Progress } from './runInChunks.ts'

/** Lanes that work in virtual time: each item takes `msEach`. */
function virtualLanes(msEach: number) {
  const chunks: number[][] = []
  let time = 0
  return {
    chunks,
    now: () => time,
    run: async (chunk: readonly number[]) => {
      chunks.push([...chunk])
      await Promise.resolve()
      time += chunk.length * msEach
      return chunk.map((each) => each * each)
    },
  }
}
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

describe('runInChunks', () => {
  it('answers every item once, in order, whatever the pace and the number of lanes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(300),
        fc.integer({ min: 1, max: 8 }),
        fc.double({ min: 0, max: 1_000, noNaN: true }),
        async (count, lanes, ms) => {
          const { run, now, chunks } = virtualLanes(ms)
          expect(await runInChunks({ items: numbers(count), lanes, run, now })).toEqual(numbers(count).map((each) => each * each))
          expect(chunks.flat().sort((a, b) => a - b)).toEqual(numbers(count))
        },
      ),
    )
  })

  it('starts with single items, then hands out 20 ms of work, and shrinks towards the end', async () => {
    const { run, now, chunks } = virtualLanes(2)
    await runInChunks({ items: numbers(100), lanes: 1, run, now })
    const sizes = chunks.map((chunk) => chunk.length)
    expect(sizes.slice(0, 8)).toEqual([1, 10, 10, 10, 10, 10, 10, 10])
    expect(sizes.at(-1)).toBe(1)
  })

  it('sends items one by one when each is slow', async () => {
    const { run, now, chunks } = virtualLanes(500)
    await runInChunks({ items: numbers(9), lanes: 2, run, now })
    expect(chunks.every((chunk) => chunk.length === 1)).toBe(true)
  })

  it('tells how many are done and the time left at the pace so far', async () => {
    const { run, now } = virtualLanes(100)
    const told: Progress[] = []
    await runInChunks({ items: numbers(4), lanes: 1, run, now, onProgress: (progress) => told.push(progress) })
    expect(told).toEqual([
      { done: 1, total: 4, msLeft: 300 },
      { done: 2, total: 4, msLeft: 200 },
      { done: 3, total: 4, msLeft: 100 },
      { done: 4, total: 4, msLeft: 0 },
    ])
  })

  it('stops handing out when it is cancelled, and rejects with the reason', async () => {
    const { run, now, chunks } = virtualLanes(100)
    const cancel = new AbortController()
    const onProgress = ({ done }: Progress) => {
      if (done === 3) cancel.abort(new Error('enough'))
    }
    await expect(runInChunks({ items: numbers(50), lanes: 1, run, now, onProgress, signal: cancel.signal })).rejects.toThrow('enough')
    expect(chunks).toHaveLength(3)
  })

  it('rejects with the first error and tells the other lanes to stop', async () => {
    let stopped = 0
    const run = ([item]: readonly number[], signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        if (item === 0) reject(new Error('set 0 is broken'))
        else
          signal.addEventListener('abort', () => {
            stopped++
            reject(new Error('stopped'))
          })
      })
    await expect(runInChunks({ items: numbers(9), lanes: 3, run, now: () => 0 })).rejects.toThrow('set 0 is broken')
    expect(stopped).toBe(2)
  })
})
