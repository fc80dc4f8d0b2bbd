import { describe, expect, it, vi } from 'vitest'
import { paise } from '../../schema/money.ts'
import { MINUTE } from '../../schema/time.ts'
import type { SymbolCandle } from './SymbolCandle.ts'
import { OptionRecorder } from './OptionRecorder.ts'

const price = paise(100_00)
const candle = (minute: number): SymbolCandle => ({
  symbol: 'NIFTY04JAN2421700CE',
  candle: { time: minute * MINUTE, open: price, high: price, low: price, close: price, volume: 0 },
})

/** A store whose answers the test releases. */
function setUp() {
  const saved: number[][] = []
  const answers: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = []
  const log = { warn: vi.fn() }
  const recorder = new OptionRecorder((candles) => {
    saved.push(candles.map(({ candle: { time } }) => time / MINUTE))
    return new Promise((resolve, reject) => answers.push({ resolve, reject }))
  }, log)
  const answer = async (error?: Error) => {
    const next = answers.shift()
    if (error) next?.reject(error)
    else next?.resolve()
    await new Promise(setImmediate)
  }
  return { saved, recorder, log, answer }
}

describe('OptionRecorder', () => {
  it('has candles that come while others are stored stored together, each once', async () => {
    const { saved, recorder, answer } = setUp()
    for (const minute of [1, 2, 3]) recorder.add(candle(minute))
    await answer()
    expect(saved).toEqual([[1], [2, 3]])
    await answer()
    recorder.add(candle(4))
    await answer()
    await recorder.close()
    expect(saved).toEqual([[1], [2, 3], [4]])
  })

  it('tries what could not be stored again with the next, and says so once', async () => {
    const { saved, recorder, log, answer } = setUp()
    recorder.add(candle(1))
    await answer(new Error('the database is away'))
    recorder.add(candle(2))
    await answer(new Error('the database is away'))
    recorder.add(candle(3))
    await answer()
    expect(saved).toEqual([[1], [1, 2], [1, 2, 3]])
    expect(log.warn).toHaveBeenCalledTimes(1)
    expect(recorder.dropped).toBe(0)
  })

  it('keeps the newest 1,500 while nothing can be stored, and counts the others', async () => {
    const { saved, recorder, answer } = setUp()
    for (let minute = 0; minute < 1_700; minute++) recorder.add(candle(minute))
    await answer(new Error('the database is away'))
    recorder.add(candle(1_700))
    expect(saved.at(-1)?.length).toBe(1_500)
    expect([saved.at(-1)?.[0], saved.at(-1)?.at(-1)]).toEqual([201, 1_700])
    expect(recorder.dropped).toBe(201)
  })
})
