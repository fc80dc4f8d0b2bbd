import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { Candle } from '../../schema/market/candles.ts'
import { paise } from '../../schema/money.ts'
import { DAY, istInstant, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { BrokerError } from '../broker/port.ts'
import { LateCandles } from './LateCandles.ts'

const NOON = istInstant('2026-07-01', 12 * 60)
const at = (minute: number): Instant => NOON + minute * MINUTE
const candle = (minute: number): Candle => ({
  ...{ time: at(minute), open: paise(1), high: paise(1), low: paise(1), close: paise(1), volume: 0 },
})

/** Over a market whose history, from a request on (counted from 1), has what `has` says of a minute after noon; each pause passes at once. */
function open(has: (request: number, minute: number) => boolean, today: () => Instant = () => NOON) {
  const seen = { emitted: [] as number[], requests: [] as [number, number][], pauses: [] as number[] }
  const late = new LateCandles({
    history: async (_index, from, to) => {
      const [first, end] = [(from - NOON) / MINUTE, (to - NOON) / MINUTE]
      seen.requests.push([first, end])
      return Array.from({ length: end - first }, (_, i) => first + i)
        .filter((minute) => has(seen.requests.length, minute))
        .map(candle)
    },
    marketNow: today,
    emit: (_index, candles) => seen.emitted.push(...candles.map(({ time }) => (time - NOON) / MINUTE)),
    log: pino({ level: 'silent' }),
    pause: async (ms) => {
      seen.pauses.push(ms / SECOND)
      // A loop that asked for ever would be seen here.
      if (seen.pauses.length > 12) await new Promise(() => undefined)
    },
  })
  return { late, seen }
}

describe('candles that are late', () => {
  it('are asked for again, ever slower, until they are there, and emitted once', async () => {
    const { late, seen } = open((request, minute) => minute !== 3 || request > 7)
    late.expect('NIFTY', [at(3), at(5)])
    await expect.poll(() => seen.emitted).toEqual([5, 3])
    expect(seen.requests.slice(0, 2)).toEqual([
      [3, 6],
      [3, 4],
    ])
    expect(seen.pauses).toEqual([15, 30, 60, 120, 240, 300, 300, 300])
  })

  it('which others join are asked for together; what lies between is not theirs', async () => {
    const { late, seen } = open(() => true)
    late.expect('NIFTY', [at(3)])
    late.expect('NIFTY', [at(6)])
    await expect.poll(() => seen.emitted).toEqual([3, 6])
    expect(seen.requests).toEqual([[3, 7]])
  })

  it('are left to the backfill once their day is over', async () => {
    let now = NOON
    const { late, seen } = open(
      (request) => (request === 4 && (now += DAY), false),
      () => now,
    )
    late.expect('NIFTY', [at(3)])
    await expect.poll(() => seen.pauses).toHaveLength(5)
    expect(seen.requests).toHaveLength(4)
    late.expect('NIFTY', [at(DAY / MINUTE)])
    await expect.poll(() => seen.requests.length).toBeGreaterThan(6)
    expect(seen.requests.slice(4).every(([first]) => first === DAY / MINUTE)).toBe(true)
  })

  it('are asked for again after the broker could not be reached', async () => {
    const { late, seen } = open((request) => {
      if (request < 3) throw new BrokerError('unreachable', 'no answer')
      return true
    })
    late.expect('NIFTY', [at(3)])
    await expect.poll(() => seen.emitted).toEqual([3])
  })
})
