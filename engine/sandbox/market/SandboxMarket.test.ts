import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle } from '../../../schema/market/candles.ts'
import { INDICES } from '../../../schema/market/indices.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant, istIso, MINUTE, SECOND } from '../../../schema/time.ts'
import { RecordedOptions } from '../options/RecordedOptions.ts'
import { optionContract } from '../options/optionContract.ts'
import { INDEX_INSTRUMENTS, instrumentOf, type Instrument } from './Instrument.ts'
import { SandboxMarket } from './SandboxMarket.ts'
import { SyntheticSource } from '../sources/SyntheticSource.ts'

const DATE = '2026-11-20'
const open = istInstant(DATE, 9 * 60 + 15)
const close = istInstant(DATE, 15 * 60 + 30)
const nifty = INDEX_INSTRUMENTS[0]!
/** Every fifth minute of a call and a put was recorded, from the third on. */
const recordedCall: Instrument = { kind: 'option', ...optionContract('NIFTY', '2026-11-23', paise(24_550_00), 'CE') }
const recordedPut: Instrument = { kind: 'option', ...optionContract('NIFTY', '2026-11-23', paise(24_550_00), 'PE') }
const recordedMinutes = Array.from({ length: 74 }, (_, i): Candle => {
  const price = 100_00 + 35 * i
  const prices = { open: paise(price), high: paise(price + 105), low: paise(price - 95), close: paise(price + 40) }
  return { time: open + (2 + 5 * i) * MINUTE, ...prices, volume: 650 }
})
const call: Instrument = { kind: 'option', ...optionContract('NIFTY', '2026-11-23', paise(24_500_00), 'CE') }
const put: Instrument = { kind: 'option', ...optionContract('NIFTY', '2026-11-23', paise(24_500_00), 'PE') }

const market = new SandboxMarket(
  new SyntheticSource(1),
  new RecordedOptions(new Map([recordedCall, recordedPut].map(({ tradingSymbol }) => [tradingSymbol, new Map([[DATE, recordedMinutes]])]))),
)

/** The prices of a minute as someone sees them who asks every `pause` milliseconds of market time. */
function streamedCandle(instrument: Instrument, minute: number, pause: number): Omit<Candle, 'volume'> {
  const start = open + minute * MINUTE
  const prices: number[] = []
  for (let at = start - 1; at < start + MINUTE + pause; at += pause)
    for (const tick of market.ticksBetween('NIFTY', at, at + pause))
      if (tick.at >= start && tick.at < start + MINUTE) prices.push(market.priceAt(instrument, tick))
  return {
    time: start,
    open: paise(prices[0]!),
    high: paise(Math.max(...prices)),
    low: paise(Math.min(...prices)),
    close: paise(prices.at(-1)!),
  }
}

describe('the sandbox market', () => {
  it.each([
    ['index', nifty],
    ['call', call],
    ['put', put],
    ['recorded call', recordedCall],
    ['recorded put', recordedPut],
  ])('streams prices of an %s that fold to its candle, however seldom it is asked', (_kind, instrument) => {
    const candles = market.minuteCandles(instrument, DATE, close)
    expect(candles).toHaveLength(375)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 374 }), fc.integer({ min: 250, max: 10 * MINUTE }), (minute, pause) => {
        const { volume: _volume, ...candle } = candles[minute]!
        expect(streamedCandle(instrument, minute, pause)).toEqual(candle)
      }),
      { numRuns: 60 },
    )
  })

  it('plays a recorded option as it was: its own candles, the last price in minutes without one', () => {
    const candles = market.minuteCandles(recordedCall, DATE, close)
    expect(recordedMinutes.map(({ time }) => candles.find((candle) => candle.time === time))).toEqual(recordedMinutes)
    expect(candles.slice(0, 8).map(({ open: first, close: last, volume }) => [first, last, volume])).toEqual([
      ...[0, 1].map(() => [100_00, 100_00, 0]),
      [100_00, 100_40, 650],
      ...[3, 4, 5, 6].map(() => [100_40, 100_40, 0]),
      [100_35, 100_75, 650],
    ])
    const quoted = market.quote(recordedCall, market.lastTick('NIFTY', open + 3 * MINUTE - 1)!)
    expect([quoted.last, quoted.day.high, quoted.day.low]).toEqual([100_40, 101_05, 99_05])
  })

  it('moves a recorded call with the index and a put against it', () => {
    const minute = recordedMinutes[10]!
    const ticks = market.ticksBetween('NIFTY', minute.time - 1, minute.time + MINUTE - 1).filter((tick) => tick.fixed)
    const extreme = ticks.slice(1, 3).toSorted((a, b) => a.price - b.price)
    expect(extreme.map((tick) => market.priceAt(recordedCall, tick))).toEqual([minute.low, minute.high])
    expect(extreme.map((tick) => market.priceAt(recordedPut, tick))).toEqual([minute.high, minute.low])
  })

  it('gives a minute its candle only when the minute is over', () => {
    expect(market.minuteCandles(nifty, DATE, open + 3 * MINUTE - 1)).toHaveLength(2)
    expect(market.minuteCandles(nifty, DATE, open + 3 * MINUTE)).toHaveLength(3)
    expect(market.minuteCandles(nifty, DATE, open)).toEqual([])
  })

  it('sends nothing while time stands still', () => {
    const at = open + 90 * SECOND
    expect(market.ticksBetween('NIFTY', at, at)).toEqual([])
    expect(market.ticksBetween('NIFTY', close - 1, close)).toEqual([])
  })

  it('sends the rest of a session when it is asked only in the next one', () => {
    const nextOpen = istInstant('2026-11-23', 9 * 60 + 15)
    const ticks = market.ticksBetween('NIFTY', close - MINUTE, nextOpen)
    expect(ticks.at(-2)!.price).toBe(market.source.close('NIFTY', DATE))
    expect(ticks.at(-1)!.at).toBe(nextOpen)
  })

  it('remembers the last tick of the session before', () => {
    const tick = market.lastTick('NIFTY', istInstant('2026-11-22', 12 * 60))!
    expect(istIso(tick.at)).toBe('2026-11-20T15:29:59+05:30')
    expect(tick.price).toBe(market.source.close('NIFTY', DATE))
  })

  it('lists two expiries and 91 strikes, calls and puts, of each index, under tokens that lead back to them', () => {
    const listed = market.listed(DATE)
    expect(listed).toHaveLength(4 * 2 * 91 * 2)
    expect(new Set(listed.map((contract) => contract.token)).size).toBe(listed.length)
    for (const contract of listed) {
      expect(instrumentOf(contract.exchange, contract.token)).toEqual({ kind: 'option', ...contract })
      expect(contract.strike % INDICES[contract.index].strikeStep).toBe(0)
    }
  })

  it('knows no option under another exchange, nor one that has expired or is not listed yet', () => {
    expect(instrumentOf('BFO', call.token)).toBeNull()
    expect(instrumentOf('NFO', '26000')).toBeNull()
    expect(market.isAlive(call, '2026-11-23')).toBe(true)
    expect(market.isAlive(call, '2026-11-25')).toBe(false)
    expect(market.minuteCandles(call, '2026-11-02', close)).toEqual([])
  })

  it('quotes the day so far', () => {
    const at = open + 100 * MINUTE + 30 * SECOND
    const tick = market.lastTick('NIFTY', at)!
    const quote = market.quote(call, tick)
    const closed = market.minuteCandles(call, DATE, at)
    expect(quote.day.open).toBe(closed[0]!.open)
    expect(quote.day.high).toBeGreaterThanOrEqual(Math.max(...closed.map((candle) => candle.high)))
    expect(quote.day.low).toBeLessThanOrEqual(quote.last)
    expect(quote.day.volume % call.lot).toBe(0)
    expect(quote.book!.depth.buys[0]!.price).toBeLessThanOrEqual(quote.last)
    expect(quote.book!.depth.sells[0]!.price).toBeGreaterThanOrEqual(quote.last)
    expect(market.quote(nifty, tick)).toMatchObject({
      last: tick.price,
      book: null,
      previousClose: market.source.close('NIFTY', '2026-11-19'),
    })
  })

  it('pays an option at expiry what it is worth', () => {
    const expiryClose = istInstant('2026-11-23', 15 * 60 + 30)
    const tick = market.lastTick('NIFTY', expiryClose)!
    for (const contract of market.listed('2026-11-23').filter((row) => row.index === 'NIFTY' && row.expiry === '2026-11-23')) {
      const worth = Math.max(0, contract.type === 'CE' ? tick.price - contract.strike : contract.strike - tick.price)
      const price = market.priceAt({ kind: 'option', ...contract }, tick)
      // At the money a minute of time is left in the price.
      if (Math.abs(tick.price - contract.strike) > 50_00) expect(Math.abs(price - worth)).toBeLessThanOrEqual(15)
    }
  })
})
