import { describe, expect, it } from 'vitest'
import type { Candle } from '../../schema/market/candles.ts'
import { paise } from '../../schema/money.ts'
import { SeededRandom } from '../../schema/SeededRandom.ts'
import { istInstant, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { IndexCandles } from './IndexCandles.ts'
import { candlesOf, cleanTicks, harmOfBadWire, through } from './testing/badWire.ts'

describe('the candles of a wire', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'that doubles, delays, reorders and damages ticks are those of a clean one, each once and in order (seed %i)',
    async (seed) => expect(await harmOfBadWire(new SeededRandom(`wire ${seed}`))).toBeNull(),
  )

  it('that is clean are straight from the stream', async () => {
    const ticks = cleanTicks(new SeededRandom('clean'))
    const { candles, drops } = await through(
      ticks.map((tick) => ({ now: tick.at + 20, tick })),
      candlesOf(ticks),
    )
    expect(candles).toEqual(candlesOf(ticks))
    expect(drops).toBe(0)
  })
})

describe('ticks outside the session', () => {
  const at = (hour: number, minute: number) => istInstant('2026-07-01', hour * 60 + minute)
  const isSessionMinute = (minute: Instant) => minute >= at(9, 15) && minute < at(15, 30)
  /** A price that encodes its time: no two half seconds share one. */
  const priceAt = (time: Instant) => paise(24_000_00 + ((time - at(9, 0)) / (SECOND / 2)) * 5)

  /** Ticks twice a second from `from` to `to`, over a market whose history is empty. */
  async function streamed(from: Instant, to: Instant) {
    const candles: Candle[] = []
    const asked: Instant[] = []
    const index = new IndexCandles({
      history: async (start) => {
        asked.push(start)
        return []
      },
      isSessionMinute,
      mayHaveCandle: isSessionMinute,
      onOutside: () => undefined,
      emit: (candle) => candles.push(candle),
      onGap: (minutes) => expect(minutes).toEqual([]),
      onError: (error) => expect(error).toBeNull(),
    })
    await index.start(at(9, 0), at(9, 0), (all) => all)
    const quote = { bid: null, ask: null, bidQuantity: 0, askQuantity: 0 }
    for (let time = from; time < to; time += SECOND / 2) {
      if (time % MINUTE === 0) await new Promise((resolve) => setImmediate(resolve))
      index.add({ exchange: 'NSE', token: '99926000', at: time, lastPrice: priceAt(time), ...quote }, time + 20)
    }
    index.stop()
    return { candles, asked, outside: index.outsideTicks }
  }

  it('become no candle, before the open and after the close, and are counted', async () => {
    const { candles, outside } = await streamed(at(9, 0), at(15, 35))
    expect(candles.map(({ time }) => time)).toEqual(Array.from({ length: 375 }, (_, i) => at(9, 15 + i)))
    expect(outside).toBe((15 + 5) * 120)
  })

  it('leave the opening price that of the first tick of the session, and no candle is asked of history', async () => {
    const { candles, asked } = await streamed(at(9, 0), at(15, 31))
    expect(candles[0]).toMatchObject({ time: at(9, 15), open: priceAt(at(9, 15)), low: priceAt(at(9, 15)) })
    expect(candles.at(-1)).toMatchObject({ time: at(15, 29), close: priceAt(at(15, 30) - SECOND / 2) })
    // At the start, and for the closed hours when the session begins.
    expect(asked).toEqual([at(9, 0), at(9, 0)])
  })
})
