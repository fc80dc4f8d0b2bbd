import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Candle } from '../../schema/market/candles.ts'
import { paise } from '../../schema/money.ts'
import { MINUTE, type Instant } from '../../schema/time.ts'
import { BrokerError } from '../broker/port.ts'
import { CandleSequence } from './CandleSequence.ts'

const T0 = Date.UTC(2024, 0, 1, 4, 0)
const at = (minute: number): Instant => T0 + minute * MINUTE
const candle = (minute: number): Candle => ({
  time: at(minute),
  open: paise(100 + minute),
  high: paise(200),
  low: paise(1),
  close: paise(150),
  volume: 0,
})

/** A sequence over a market whose session is minutes 0–374 and whose history is what `has` returns. */
function sequenceOver(has: (minute: number) => boolean, answer?: (call: number) => Promise<void>) {
  const minutes: number[] = []
  const asked: [number, number][] = []
  const gaps: number[] = []
  const isSessionMinute = (minute: Instant) => minute >= T0 && minute < at(375)
  let outside = 0
  const sequence = new CandleSequence({
    history: async (from, to) => {
      asked.push([(from - T0) / MINUTE, (to - T0) / MINUTE])
      await answer?.(asked.length)
      const between = Array.from({ length: (to - from) / MINUTE }, (_, i) => (from - T0) / MINUTE + i)
      return between.filter(has).map(candle)
    },
    isSessionMinute,
    // Nothing is known far after the session.
    mayHaveCandle: (minute) => isSessionMinute(minute) || minute >= at(400),
    onOutside: (candles) => (outside += candles),
    emit: ({ time }) => minutes.push((time - T0) / MINUTE),
    onGap: (missing) => gaps.push(...missing.map((minute) => (minute - T0) / MINUTE)),
    onError: () => undefined,
  })
  return { sequence, asked, gaps, minutes: () => minutes, outside: () => outside }
}

const upTo = (end: number) => Array.from({ length: end }, (_, i) => i)
const all = (candles: readonly Candle[]) => candles
const inSession = (minute: number) => minute >= 0 && minute < 375

describe('CandleSequence', () => {
  const running: CandleSequence[] = []
  afterEach(() => running.splice(0).forEach((sequence) => sequence.stop()))
  function begin(...args: Parameters<typeof sequenceOver>) {
    const made = sequenceOver(...args)
    running.push(made.sequence)
    return made
  }

  it('gives on the backfill, then completed candles the moment they are completed, without asking again', async () => {
    const { sequence, asked, minutes } = begin(inSession)
    await sequence.start(at(-10), at(3), all)
    sequence.tickIn(at(3), null)
    sequence.tickIn(at(4), candle(3))
    expect(minutes()).toEqual(upTo(4))
    sequence.tickIn(at(5), candle(4))
    expect(minutes()).toEqual(upTo(5))
    expect(asked).toEqual([[-10, 3]])
  })

  it('a minute whose candle is uncertain comes from history before the next is given on', async () => {
    const { sequence, minutes, asked } = begin(inSession)
    await sequence.start(at(0), at(3), all)
    sequence.tickIn(at(3), null)
    sequence.tickIn(at(4), null)
    sequence.tickIn(at(5), candle(4))
    expect(minutes()).toEqual(upTo(3))
    await vi.waitFor(() => expect(minutes()).toEqual(upTo(5)))
    expect(asked.slice(1)).toEqual([[3, 4]])
  })

  it('what the stream completes during the backfill waits for it, and is given on once', async () => {
    const { sequence, minutes } = begin(inSession)
    const started = sequence.start(at(0), at(3), all)
    sequence.tickIn(at(3), null)
    sequence.tickIn(at(4), candle(3))
    sequence.tickIn(at(5), candle(4))
    expect(minutes()).toEqual([])
    await started
    expect(minutes()).toEqual(upTo(5))
  })

  it('the last minute of a session is closed by the clock and comes from history', async () => {
    const { sequence, minutes } = begin(inSession)
    await sequence.start(at(0), at(374), all)
    sequence.tickIn(at(374), null)
    sequence.closedBefore(at(375))
    await vi.waitFor(() => expect(minutes()).toEqual(upTo(375)))
  })

  it('closed hours are not asked for while nothing happens in them', async () => {
    const { sequence, asked } = begin(inSession)
    await sequence.start(at(0), at(375), all)
    for (let minute = 376; minute < 500; minute++) sequence.closedBefore(at(minute))
    await vi.waitFor(() => expect(asked).toHaveLength(1))
  })

  it('candles of history from before the open and after the close are dropped and counted', async () => {
    const { sequence, minutes, outside } = begin((minute) => minute >= -8 && minute < 380)
    await sequence.start(at(-15), at(400), all)
    expect(minutes()).toEqual(upTo(375))
    expect(outside()).toBe(8 + 5)
  })

  it('the first tick after closed hours has history asked once for what lies between', async () => {
    const { sequence, asked, minutes } = begin((minute) => inSession(minute) || minute === 500)
    await sequence.start(at(0), at(375), all)
    sequence.tickIn(at(1_000), null)
    await vi.waitFor(() => expect(minutes()).toEqual([...upTo(375), 500]))
    sequence.tickIn(at(1_001), candle(1_000))
    await vi.waitFor(() => expect(minutes().at(-1)).toBe(1_000))
    expect(asked.slice(1)).toEqual([[375, 1_000]])
  })

  it('a minute that history has only later is asked for again, and nothing overtakes it', async () => {
    let late = false
    const { sequence, minutes } = begin((minute) => inSession(minute) && (minute !== 3 || late))
    await sequence.start(at(0), at(3), all)
    sequence.tickIn(at(5), null)
    sequence.tickIn(at(6), candle(5))
    await new Promise((resolve) => setImmediate(resolve))
    expect(minutes()).toEqual(upTo(3))
    late = true
    await vi.waitFor(() => expect(minutes()).toEqual(upTo(6)), 3_000)
  })

  it('a minute that history never has is a gap: told once, and the stream goes on', async () => {
    const { sequence, minutes, gaps } = begin((minute) => inSession(minute) && minute !== 3)
    await sequence.start(at(0), at(3), all)
    sequence.tickIn(at(4), null)
    sequence.tickIn(at(5), candle(4))
    await vi.waitFor(() => expect(minutes()).toEqual([0, 1, 2, 4]), 10_000)
    expect(gaps).toEqual([3])
    sequence.tickIn(at(6), candle(5))
    expect(minutes()).toEqual([0, 1, 2, 4, 5])
  }, 15_000)

  it('an unreachable broker is asked until it answers, and no candle is lost', async () => {
    const { sequence, minutes, gaps } = begin(inSession, async (call) => {
      if (call === 2 || call === 3) throw new BrokerError('unreachable', 'down')
    })
    await sequence.start(at(0), at(3), all)
    sequence.tickIn(at(5), null)
    await vi.waitFor(() => expect(minutes()).toEqual(upTo(5)), 6_000)
    expect(gaps).toEqual([])
  }, 10_000)

  it('ticks within a minute, or of an older one, change nothing', async () => {
    const { sequence, minutes, asked } = begin(inSession)
    await sequence.start(at(0), at(3), all)
    for (const minute of [3, 3, 2, 3, 1]) sequence.tickIn(at(minute), null)
    expect(minutes()).toEqual(upTo(3))
    expect(asked).toHaveLength(1)
  })

  it('after stop nothing more is given on', async () => {
    const { sequence, minutes } = begin(inSession)
    await sequence.start(at(0), at(3), all)
    sequence.tickIn(at(5), null)
    sequence.stop()
    await new Promise((resolve) => setImmediate(resolve))
    expect(minutes()).toEqual(upTo(3))
  })
})
