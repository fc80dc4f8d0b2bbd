import { describe, expect, it } from 'vitest'
import { istInstant, istIso, MINUTE } from '../../../schema/time.ts'
import { INDEX_INSTRUMENTS } from '../market/Instrument.ts'
import { SandboxMarket } from '../market/SandboxMarket.ts'
import { SyntheticSource } from '../sources/SyntheticSource.ts'
import { candleBars, type CandleInterval } from './candleBars.ts'

const market = new SandboxMarket(new SyntheticSource(1))
const nifty = INDEX_INSTRUMENTS[0]!
const open = istInstant('2026-11-20', 9 * 60 + 15)
const close = istInstant('2026-11-20', 15 * 60 + 30)
const minutes = market.minuteCandles(nifty, '2026-11-20', close)

const bars = (interval: CandleInterval, from = open, to = close, now = close) => candleBars(market, nifty, interval, from, to, now)

describe('candle bars', () => {
  it.each<[CandleInterval, number]>([
    ['ONE_MINUTE', 375],
    ['THREE_MINUTE', 125],
    ['FIVE_MINUTE', 75],
    ['TEN_MINUTE', 38],
    ['FIFTEEN_MINUTE', 25],
    ['THIRTY_MINUTE', 13],
    ['ONE_HOUR', 7],
    ['ONE_DAY', 1],
  ])('of %s are %i a session and hold its extremes, first and last price', (interval, count) => {
    const day = bars(interval)
    expect(day).toHaveLength(count)
    expect(day[0]!.open).toBe(minutes[0]!.open)
    expect(day.at(-1)!.close).toBe(minutes.at(-1)!.close)
    expect(Math.max(...day.map((bar) => bar.high))).toBe(Math.max(...minutes.map((bar) => bar.high)))
    expect(Math.min(...day.map((bar) => bar.low))).toBe(Math.min(...minutes.map((bar) => bar.low)))
  })

  it('are counted from 09:15, the day from midnight', () => {
    expect(
      bars('ONE_HOUR')
        .slice(0, 2)
        .map((bar) => istIso(bar.time)),
    ).toEqual(['2026-11-20T09:15:00+05:30', '2026-11-20T10:15:00+05:30'])
    expect(istIso(bars('ONE_DAY')[0]!.time)).toBe('2026-11-20T00:00:00+05:30')
  })

  it('are given only when they are closed', () => {
    expect(bars('FIVE_MINUTE', open, close, open + 10 * MINUTE - 1)).toHaveLength(1)
    expect(bars('FIVE_MINUTE', open, close, open + 10 * MINUTE)).toHaveLength(2)
    expect(bars('ONE_DAY', open, close, close - 1)).toEqual([])
    // The last ten minutes of a session hold five.
    expect(bars('TEN_MINUTE', open, close, close - 1)).toHaveLength(37)
  })

  it('begin and end with the bars that start at the times asked for', () => {
    const asked = bars('ONE_MINUTE', open + 5 * MINUTE, open + 9 * MINUTE)
    expect(asked).toEqual(minutes.slice(5, 10))
  })

  it('pass over closed days', () => {
    const week = bars('ONE_DAY', istInstant('2026-11-06', 0), close)
    expect(week.map((bar) => istIso(bar.time).slice(8, 10))).toEqual(['06', '09', '11', '12', '13', '16', '17', '18', '19', '20'])
  })
})
