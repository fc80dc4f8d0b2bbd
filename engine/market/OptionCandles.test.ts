import { describe, expect, it } from 'vitest'
import type { Candle } from '../../schema/market/candles.ts'
import { paise } from '../../schema/money.ts'
import { MINUTE } from '../../schema/time.ts'
import type { Tick } from '../broker/port.ts'
import { OptionCandles, type OptionKey } from './OptionCandles.ts'

const T0 = Date.UTC(2024, 0, 1, 4, 0)
const CALL: OptionKey = { exchange: 'NFO', token: '1', tradingSymbol: 'NIFTY04JAN2421700CE' }
const PUT: OptionKey = { exchange: 'NFO', token: '2', tradingSymbol: 'NIFTY04JAN2421700PE' }

function tick({ exchange, token }: OptionKey, seconds: number, price: number): Tick {
  return { exchange, token, at: T0 + seconds * 1_000, lastPrice: paise(price), bid: null, ask: null, bidQuantity: 0, askQuantity: 0 }
}

function setUp() {
  const given: (readonly [string, Candle])[] = []
  const options = new OptionCandles((symbol, candle) => given.push([symbol, candle]))
  const take = (...ticks: readonly Tick[]) => {
    for (const one of ticks) options.add(one, one.at)
  }
  return { given, options, take }
}

const candle = (minute: number, open: number, high: number, low: number, close: number): Candle => ({
  ...{ time: T0 + minute * MINUTE, open: paise(open), high: paise(high), low: paise(low), close: paise(close), volume: 0 },
})

describe('OptionCandles', () => {
  it('gives the whole minutes of each option under its trading symbol, and nothing of others', () => {
    const { given, options, take } = setUp()
    options.follow([CALL])
    take(tick(CALL, 10, 100), tick(PUT, 20, 50))
    options.follow([PUT])
    take(tick(PUT, 59, 52), tick(CALL, 60, 101), tick(CALL, 70, 99), tick(PUT, 80, 53), tick(CALL, 110, 104), tick(CALL, 120, 103))
    take(tick(PUT, 121, 54))
    expect(given).toEqual([
      [CALL.tradingSymbol, candle(1, 101, 104, 99, 104)],
      [PUT.tradingSymbol, candle(1, 53, 53, 53, 53)],
    ])
  })

  it('gives no minute in which the feed broke or the option was not watched throughout', () => {
    const { given, options, take } = setUp()
    options.follow([CALL])
    take(tick(CALL, 10, 100), tick(CALL, 60, 101))
    options.interrupt([CALL])
    take(tick(CALL, 70, 102), tick(CALL, 125, 103))
    options.unfollow([CALL])
    take(tick(CALL, 130, 90))
    options.follow([CALL])
    take(tick(CALL, 170, 104), tick(CALL, 185, 105), tick(CALL, 240, 106))
    expect(given).toEqual([[CALL.tradingSymbol, candle(3, 105, 105, 105, 105)]])
  })

  it('gives no minute that a dropped tick may have changed', () => {
    const { given, options, take } = setUp()
    options.follow([CALL])
    take(tick(CALL, 10, 100), tick(CALL, 62, 101))
    options.dropped(tick(CALL, 61, 90), 'late')
    take(tick(CALL, 130, 102), tick(CALL, 180, 103))
    options.dropped(tick(PUT, 181, 90), 'late')
    take(tick(CALL, 240, 104))
    expect(given).toEqual([
      [CALL.tradingSymbol, candle(2, 102, 102, 102, 102)],
      [CALL.tradingSymbol, candle(3, 103, 103, 103, 103)],
    ])
  })
})
