import { describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { paise } from '../../../schema/money.ts'
import { DAY, istInstant, MINUTE } from '../../../schema/time.ts'
import { RetryingQueue } from './RetryingQueue.ts'
import { CandleIntake, type ClosedCandle } from './CandleIntake.ts'
import type { LateCandle } from '../signals/SignalDesk.ts'

const NOON = istInstant('2026-07-01', 12 * 60)
const candleAt = (time: number): ClosedCandle => ({
  symbol: 'NIFTY',
  candle: { time, open: paise(100), high: paise(100), low: paise(100), close: paise(100), volume: 0 },
})

function openIntake(now: number) {
  const queue = new RetryingQueue({ ping: async () => undefined, reconcile: async () => undefined, log: pino({ level: 'silent' }) })
  const seen = {
    batches: [] as number[],
    appended: [] as number[],
    inserted: [] as number[],
    decided: [] as number[],
    late: [] as (LateCandle | null)[],
  }
  const intake = new CandleIntake({
    queue,
    save: async (candles) => void seen.batches.push(candles.length),
    append: (_symbol, { time }) => time > (seen.appended.at(-1) ?? 0) && seen.appended.push(time) > 0,
    insert: (_symbol, { time }) => void seen.inserted.push(time),
    decide: async (_symbol, { time }, late) => {
      seen.decided.push(time)
      seen.late.push(late)
    },
    market: () => ({ now, candleLife: 2 * MINUTE }),
  })
  return { intake, queue, seen }
}

describe('the candle intake', () => {
  it('stores what waits together, and says of each candle how late it is', async () => {
    const { intake, queue, seen } = openIntake(NOON)
    const times = [10, 4, 3, 2, 1].map((minutes) => NOON - minutes * MINUTE)
    for (const time of times) intake.add(candleAt(time))
    await queue.close()
    expect(seen.batches).toEqual([5])
    expect(seen.appended).toEqual(times)
    expect(seen.decided).toEqual(times)
    const life = 2 * MINUTE
    expect(seen.late).toEqual([{ age: 9 * MINUTE, life }, { age: 3 * MINUTE, life }, null, null, null])
  })

  it('stores candles that came late behind all that came before them, and decides on none', async () => {
    const { intake, queue, seen } = openIntake(NOON)
    intake.add(candleAt(NOON - MINUTE))
    intake.addLate(
      'NIFTY',
      [3, 2].map((minutes) => candleAt(NOON - minutes * MINUTE).candle),
    )
    await queue.close()
    expect(seen).toMatchObject({ batches: [1, 2], appended: [NOON - MINUTE], inserted: [NOON - 3 * MINUTE, NOON - 2 * MINUTE] })
    expect(seen.decided).toEqual([NOON - MINUTE])
  })

  it('decides on no candle of another day', async () => {
    const { intake, queue, seen } = openIntake(NOON)
    intake.add(candleAt(NOON - DAY))
    intake.add(candleAt(NOON - MINUTE))
    await queue.close()
    expect([seen.appended.length, seen.decided]).toEqual([2, [NOON - MINUTE]])
  })

  it('decides on no candle twice', async () => {
    const { intake, queue, seen } = openIntake(NOON)
    intake.add(candleAt(NOON - MINUTE))
    intake.add(candleAt(NOON - MINUTE))
    await queue.close()
    expect(seen.decided).toEqual([NOON - MINUTE])
  })

  it('decides once on a candle whose first decision failed', async () => {
    const { queue, seen } = openIntake(NOON)
    let failures = 0
    const stubborn = new CandleIntake({
      queue,
      save: async () => undefined,
      append: () => failures === 0,
      insert: () => undefined,
      decide: async (_symbol, { time }) => {
        if (failures++ === 0) throw new Error('of a test')
        seen.decided.push(time)
      },
      market: () => ({ now: NOON, candleLife: MINUTE }),
    })
    stubborn.add(candleAt(NOON - MINUTE))
    await queue.close()
    expect(seen.decided).toEqual([NOON - MINUTE])
  })
})
