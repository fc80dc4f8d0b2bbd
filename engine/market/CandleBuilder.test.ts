import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketStart, type Candle } from '../../schema/market/candles.ts'
import { INDICES } from '../../schema/market/indices.ts'
import { paise } from '../../schema/money.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'
import type { Tick } from '../broker/port.ts'
import { CandleBuilder } from './CandleBuilder.ts'
import { TickGuard } from './TickGuard.ts'

const T0 = Date.UTC(2024, 0, 1, 4, 0)
const { exchange, token } = INDICES.NIFTY

function tick(ms: number, price: number): Tick {
  return { exchange, token, at: T0 + ms, lastPrice: paise(price), bid: null, ask: null, bidQuantity: 0, askQuantity: 0 }
}

function build(builder: CandleBuilder, ticks: readonly Tick[]): readonly Candle[] {
  return ticks.flatMap((one) => builder.add(one, one.at) ?? [])
}

interface Arrival {
  readonly tick: Tick
  /** Market time of arrival. */
  readonly now: Instant
}

const inTime = (ticks: readonly Tick[]): readonly Arrival[] => ticks.map((one) => ({ tick: one, now: one.at }))

/** Guard and builder joined as MarketData joins them. */
function guarded(arrivals: readonly Arrival[]): readonly Candle[] {
  const builder = new CandleBuilder()
  const guard = new TickGuard((dropped, reason) => {
    if (reason === 'future') builder.interrupt()
    if (reason === 'late') builder.doubtLate(dropped)
    if (reason === 'unconfirmed') builder.doubt(dropped)
  })
  return arrivals.flatMap(({ tick: one, now }) => guard.accept(one, now + 2_000, true).flatMap((good) => builder.add(good, now) ?? []))
}

/** An independent definition of a candle. */
function candlesOf(ticks: readonly Tick[]): readonly Candle[] {
  const minutes = [...new Set(ticks.map(({ at }) => bucketStart(at, 1)))].sort((a, b) => a - b)
  return minutes.map((time) => {
    const prices = ticks.filter(({ at }) => bucketStart(at, 1) === time).map(({ lastPrice }) => lastPrice)
    return { time, open: prices[0]!, high: paise(Math.max(...prices)), low: paise(Math.min(...prices)), close: prices.at(-1)!, volume: 0 }
  })
}

describe('CandleBuilder', () => {
  it('a minute between two other minutes of an unbroken stream becomes a candle', () => {
    const ticks = [tick(59_000, 100), tick(60_000, 101), tick(80_000, 105), tick(90_000, 99), tick(119_999, 103), tick(120_000, 104)]
    expect(build(new CandleBuilder(), ticks)).toEqual([{ time: T0 + MINUTE, open: 101, high: 105, low: 99, close: 103, volume: 0 }])
  })

  it('the minute in which the stream began is not given out, even when its first tick came at its very start', () => {
    expect(build(new CandleBuilder(), [tick(0, 100), tick(60_000, 101)])).toEqual([])
  })

  it('a minute in which the connection broke is not given out; the one after the first new tick is', () => {
    const builder = new CandleBuilder()
    build(builder, [tick(0, 100), tick(60_000, 101)])
    builder.interrupt()
    const candles = build(builder, [tick(90_000, 102), tick(120_000, 103), tick(180_000, 104)])
    expect(candles.map(({ time }) => time)).toEqual([T0 + 2 * MINUTE])
  })

  it('a break between two minutes leaves both neighbours out', () => {
    const builder = new CandleBuilder()
    build(builder, [tick(0, 100), tick(60_000, 101)])
    builder.interrupt()
    expect(build(builder, [tick(120_000, 103), tick(180_000, 104)])).toEqual([])
  })

  it('a minute that the clock closed is not given out, and its late ticks are counted and change nothing', () => {
    const builder = new CandleBuilder()
    build(builder, [tick(0, 100), tick(60_000, 101)])
    builder.closeBefore(T0 + 2 * MINUTE)
    expect(build(builder, [tick(119_000, 150), tick(120_000, 102), tick(180_000, 103)])).toEqual([
      { time: T0 + 2 * MINUTE, open: 102, high: 102, low: 102, close: 102, volume: 0 },
    ])
    expect(builder.lateTicks).toBe(1)
  })

  it('a minute without a tick gives no candle', () => {
    const candles = build(new CandleBuilder(), [tick(0, 100), tick(60_000, 101), tick(180_000, 102), tick(240_000, 103)])
    expect(candles.map(({ time }) => time - T0)).toEqual([MINUTE, 3 * MINUTE])
  })

  it('a late tick matters only when the open minute would be another with it', () => {
    const inside = new CandleBuilder()
    build(inside, [tick(0, 100), tick(60_000, 100), tick(70_000, 110)])
    inside.doubtLate(tick(65_000, 105))
    inside.doubtLate(tick(59_000, 900))
    expect(build(inside, [tick(120_000, 100)])).toHaveLength(1)
    for (const late of [tick(65_000, 111), tick(65_000, 99)]) {
      const outside = new CandleBuilder()
      build(outside, [tick(0, 100), tick(60_000, 100), tick(70_000, 110)])
      outside.doubtLate(late)
      expect(build(outside, [tick(120_000, 100)])).toEqual([])
    }
  })

  const price = fc.integer({ min: 98_00, max: 102_00 })
  const stream = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 40_000 }), price), { minLength: 2, maxLength: 80 })
    .map((steps) => steps.reduce<Tick[]>((ticks, [gap, at]) => [...ticks, tick((ticks.at(-1)?.at ?? T0) - T0 + gap, at)], []))

  it('any ticks give candles whose low ≤ open, close ≤ high, at strictly increasing times', () => {
    const wild = fc.array(fc.tuple(fc.integer({ min: -MINUTE, max: 30 * MINUTE }), fc.integer({ min: 1, max: 200_00 })), { maxLength: 200 })
    fc.assert(
      fc.property(wild, (steps) => {
        const candles = guarded(steps.map(([ms, at]) => ({ tick: tick(ms, at), now: T0 + 29 * MINUTE })))
        candles.forEach(({ time, open, high, low, close }, i) => {
          expect(low).toBeLessThanOrEqual(Math.min(open, close))
          expect(high).toBeGreaterThanOrEqual(Math.max(open, close))
          if (i > 0) expect(time).toBeGreaterThan(candles[i - 1]!.time)
        })
      }),
    )
  })

  it('an unbroken stream gives every minute but the first and the open last one, exactly', () => {
    fc.assert(
      fc.property(stream, (ticks) => {
        expect(guarded(inTime(ticks))).toEqual(candlesOf(ticks).slice(1, -1))
      }),
    )
  })

  it('duplicates never change the candles', () => {
    const doubled = stream.chain((ticks) =>
      fc.array(fc.nat(3), { minLength: ticks.length, maxLength: ticks.length }).map((copies) => ({
        ticks,
        sent: ticks.flatMap((one, i) => Array.from({ length: 1 + copies[i]! }, () => one)),
      })),
    )
    fc.assert(
      fc.property(doubled, ({ ticks, sent }) => {
        expect(guarded(inTime(sent))).toEqual(guarded(inTime(ticks)))
      }),
    )
  })

  it('with ticks delayed, wild prices and wrong times mixed in, what is given out is still exact: the clean candle or none', () => {
    const fault = fc.record({ at: fc.nat(), kind: fc.constantFrom('delay', 'hundredfold', 'future', 'old') })
    fc.assert(
      fc.property(stream, fc.array(fault, { maxLength: 12 }), (ticks, faults) => {
        const sent = [...inTime(ticks)]
        let wild = false
        for (const { at, kind } of faults) {
          const i = at % sent.length
          const { tick: one, now } = sent[i]!
          // Once only: a second wild price confirms the first, by the guard's rule.
          if (kind === 'hundredfold' && !wild) {
            sent.splice(i, 0, { now, tick: { ...one, lastPrice: paise(one.lastPrice * 100) } })
            wild = true
          }
          if (kind === 'future') sent.splice(i, 0, { now, tick: { ...one, at: one.at + 90 * MINUTE } })
          if (kind === 'old') sent.splice(i, 0, { now, tick: { ...one, at: one.at - 60 * MINUTE, lastPrice: paise(one.lastPrice + 5) } })
          // A delayed tick stays within its minute: over TCP, later minutes prove earlier ones.
          const after = sent[i + 1]
          if (kind === 'delay' && after && bucketStart(after.tick.at, 1) === bucketStart(one.at, 1)) {
            sent.splice(i, 2, { tick: after.tick, now: after.now }, { tick: one, now: after.now })
          }
        }
        const clean = new Map(candlesOf(ticks).map((candle) => [candle.time, candle]))
        for (const candle of guarded(sent)) expect(candle).toEqual(clean.get(candle.time))
      }),
      { numRuns: 500 },
    )
  })
})
