import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { allocateColumns, type CandleColumns } from '../../schema/market/candles.ts'
import { shareColumns } from '../market/shareColumns.ts'
import type { Progress } from './runInChunks.ts'
import { SweepPool } from './SweepPool.ts'
import type { Probe } from './testing/probeWorker.ts'

const source = allocateColumns(1_000)
source.close.forEach((_, i) => (source.close[i] = 100 + i))
const close = (bar: number): Probe => ({ kind: 'close', bar })
const bars = Array.from({ length: 1_000 }, (_, i) => i)

describe('SweepPool', () => {
  const pool = new SweepPool<CandleColumns, Probe, number>({
    threads: 2,
    log: pino({ level: 'silent' }),
    worker: new URL('./testing/probeWorker', import.meta.url),
  })
  afterAll(() => pool.close())

  it('answers every plan, in order, and tells its progress to the end', async () => {
    const told: Progress[] = []
    const results = await pool.run(shareColumns(source), bars.map(close), { onProgress: (progress) => told.push(progress) })
    expect(results).toEqual(bars.map((bar) => 100 + bar))
    expect(told.at(-1)).toEqual({ done: 1_000, total: 1_000, msLeft: 0 })
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).sort((a, b) => a - b))
  })

  it('copies no candle: what a worker writes stands in the memory of this thread', async () => {
    const shared = shareColumns(source)
    await pool.run(shared, [{ kind: 'mark', bar: 3 }])
    expect([shared.close[2], shared.close[3], source.close[3]]).toEqual([102, 7, 103])
  })

  it('rejects with the error of a plan, and runs the next sweep', async () => {
    await expect(pool.run(shareColumns(source), [close(1), { kind: 'throw', bar: 0 }, ...bars.map(close)])).rejects.toThrow(
      'this plan is broken',
    )
    expect(await pool.run(shareColumns(source), [close(1)])).toEqual([101])
  })

  it('ends plans in hand when it is cancelled, even ones without an end, and runs the next sweep', async () => {
    const cancel = new AbortController()
    const plans: Probe[] = [close(1), { kind: 'loop', bar: 0 }, close(2), { kind: 'loop', bar: 0 }]
    const sweep = pool.run(shareColumns(source), plans, {
      signal: cancel.signal,
      onProgress: ({ done }) => {
        if (done === 2) cancel.abort(new Error('cancelled by the user'))
      },
    })
    await expect(sweep).rejects.toThrow('cancelled by the user')
    expect(await pool.run(shareColumns(source), [close(1), close(2)])).toEqual([101, 102])
  })
})
