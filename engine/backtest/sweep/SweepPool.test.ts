import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { randomWalk } from '../../analysis/testing/randomWalk.ts'
import { shareHistory } from './shareHistory.ts'
import { answerChunk } from './sweep.ts'
import type { Progress } from '../../workers/runInChunks.ts'
import { SweepPool } from './SweepPool.ts'
import { MISBEHAVIOUR } from '../../workers/testing/misbehaviour.ts'
import { crossPlan, indexHistory } from './testing/sweepPlans.ts'

const history = indexHistory(randomWalk(2_000, 1))
const plans = Array.from({ length: 100 }, (_, i) => crossPlan(2 + (i % 10), 15 + i))
const broken = crossPlan(9, 21, MISBEHAVIOUR.throws)
const endless = crossPlan(9, 21, MISBEHAVIOUR.loops)

describe('SweepPool', () => {
  const pool = new SweepPool({
    threads: 2,
    log: pino({ level: 'silent' }),
    worker: new URL('./testing/misbehavingSweepWorker', import.meta.url),
  })
  afterAll(() => pool.close())

  it('answers every plan, in order, what a backtest in this thread answers, and tells its progress to the end', async () => {
    const told: Progress[] = []
    const metrics = await pool.run(history, plans, { onProgress: (progress) => told.push(progress) })
    expect(metrics).toEqual(answerChunk({ history, plans }))
    expect(metrics.every(({ trades }) => trades > 0)).toBe(true)
    expect(told.at(-1)).toEqual({ done: 100, total: 100, msLeft: 0 })
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).sort((a, b) => a - b))
  })

  it('rejects with the error of a plan, and runs the next sweep', async () => {
    await expect(pool.run(history, [...plans, broken, ...plans])).rejects.toThrow('this plan is broken')
    expect(await pool.run(history, plans.slice(0, 1))).toEqual(answerChunk({ history, plans: plans.slice(0, 1) }))
  })

  it('ends plans in hand when it is cancelled, even ones without an end, and runs the next sweep', async () => {
    const cancel = new AbortController()
    const sweep = pool.run(history, [plans[0]!, endless, plans[1]!, endless], {
      signal: cancel.signal,
      onProgress: ({ done }) => {
        if (done === 2) cancel.abort(new Error('cancelled by the user'))
      },
    })
    await expect(sweep).rejects.toThrow('cancelled by the user')
    expect(await pool.run(history, plans.slice(0, 2))).toEqual(answerChunk({ history, plans: plans.slice(0, 2) }))
  })
})

describe('shareHistory', () => {
  it('puts every candle in memory that a thread sees without a copy', () => {
    const minutes = randomWalk(10, 1)
    const traded = { kind: 'OPTIONS', volatility: 0.14, candles: new Map([['NIFTY04JAN2421700CE', randomWalk(10, 2)]]) } as const
    const shared = shareHistory({ ...history, minutes, traded })
    // What a message to a thread does to its content.
    const received = structuredClone(shared)
    const sent = [shared.minutes, ...(shared.traded.kind === 'OPTIONS' ? shared.traded.candles.values() : [])]
    const got = [received.minutes, ...(received.traded.kind === 'OPTIONS' ? received.traded.candles.values() : [])]
    expect(got).toEqual([minutes, ...traded.candles.values()])
    for (const columns of got) for (const column of Object.values(columns)) column[3] = 7
    expect(sent.flatMap((columns) => Object.values(columns).map((column) => column[3]))).toEqual(Array(12).fill(7))
  })
})
