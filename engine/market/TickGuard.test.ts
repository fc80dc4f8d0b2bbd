import { beforeEach, describe, expect, it } from 'vitest'
import { INDICES } from '../../schema/market/indices.ts'
import type { Paise } from '../../schema/money.ts'
import type { Tick } from '../broker/port.ts'
import { TickGuard, type TickDrop } from './TickGuard.ts'

const T0 = Date.UTC(2024, 0, 1, 4, 0)
const LATEST = T0 + 60_000
const { exchange, token } = INDICES.NIFTY

/** Prices may be wrong on purpose, so they are not made by `paise`. */
function tick(ms: number, price: number, more: Partial<Tick> = {}): Tick {
  return { exchange, token, at: T0 + ms, lastPrice: price as Paise, bid: null, ask: null, bidQuantity: 0, askQuantity: 0, ...more }
}

describe('TickGuard', () => {
  let dropped: TickDrop[]
  let guard: TickGuard
  const take = (one: Tick, isIndex = true) => guard.accept(one, LATEST, isIndex).map((good) => [good.at - T0, good.lastPrice])
  beforeEach(() => {
    dropped = []
    guard = new TickGuard((_, reason) => dropped.push(reason))
  })

  it('ticks in order pass, each once', () => {
    expect(take(tick(0, 100_00))).toEqual([[0, 100_00]])
    expect(take(tick(250, 100_05))).toEqual([[250, 100_05]])
    expect(take(tick(250, 100_10))).toEqual([[250, 100_10]])
    expect(dropped).toEqual([])
  })

  it('an older tick is dropped as late', () => {
    take(tick(1_000, 100_00))
    expect(take(tick(999, 100_00))).toEqual([])
    expect(take(tick(-86_400_000, 100_00))).toEqual([])
    expect(guard.drops.late).toBe(2)
  })

  it('a tick that comes twice is dropped, also when another of the same moment came between', () => {
    take(tick(0, 100_00))
    take(tick(0, 100_05))
    expect(take(tick(0, 100_00))).toEqual([])
    expect(take(tick(0, 100_05))).toEqual([])
    expect(dropped).toEqual(['duplicate', 'duplicate'])
  })

  it('a quote whose depth alone changed is no duplicate', () => {
    const option = { exchange: 'NFO', token: '43210' } as const
    take(tick(0, 100, { ...option, bid: 95 as Paise }), false)
    expect(take(tick(0, 100, { ...option, bid: 90 as Paise }), false)).toHaveLength(1)
  })

  it.each([0, -1, NaN, Infinity, -Infinity, 100.5])('the price %d is dropped', (price) => {
    expect(take(tick(0, price))).toEqual([])
    expect(dropped).toEqual(['price'])
  })

  it.each([60_001, 86_400_000, NaN, Infinity])('a tick %d ms ahead of what the market can have reached is dropped', (ms) => {
    expect(take(tick(ms, 100_00))).toEqual([])
    expect(dropped).toEqual(['future'])
    expect(take(tick(0, 100_00))).toHaveLength(1)
  })

  it('an index step of more than 5% waits for a later tick that agrees, and then both pass in order', () => {
    take(tick(0, 100_00))
    expect(take(tick(250, 94_99))).toEqual([])
    expect(take(tick(1_250, 94_90))).toEqual([
      [250, 94_99],
      [1_250, 94_90],
    ])
    expect(dropped).toEqual([])
  })

  it('wild prices less than a second apart do not confirm each other, and keep waiting for one that does', () => {
    take(tick(0, 100_00))
    take(tick(250, 100_00_00))
    expect(take(tick(251, 100_00_05))).toEqual([])
    expect(take(tick(1_249, 100_00_05))).toEqual([])
    expect(dropped).toEqual(['unconfirmed', 'unconfirmed'])
    expect(take(tick(1_250, 100_00_10))).toHaveLength(2)
  })

  it('a single wild price (a factor of 100) is dropped when the next tick is back where it was', () => {
    take(tick(0, 100_00))
    expect(take(tick(250, 100_00_00))).toEqual([])
    expect(take(tick(500, 100_10))).toEqual([[500, 100_10]])
    expect(dropped).toEqual(['unconfirmed'])
  })

  it('a wild price does not confirm itself by coming twice, nor by another of the same moment', () => {
    take(tick(0, 100_00))
    take(tick(250, 100_00_00))
    expect(take(tick(250, 100_00_00))).toEqual([])
    expect(take(tick(250, 100_00_05))).toEqual([])
    expect(take(tick(500, 100_00))).toHaveLength(1)
  })

  it('a step of exactly 5% passes, and options may step as they like', () => {
    take(tick(0, 100_00))
    expect(take(tick(250, 105_00))).toHaveLength(1)
    take(tick(0, 100, { token: '43210' }), false)
    expect(take(tick(250, 900, { token: '43210' }), false)).toHaveLength(1)
  })

  it('instruments do not disturb each other, and a forgotten one starts afresh', () => {
    take(tick(1_000, 100_00))
    expect(take(tick(0, 200_00, { token: INDICES.BANKNIFTY.token }))).toHaveLength(1)
    guard.forget({ exchange, token })
    expect(take(tick(0, 300_00))).toHaveLength(1)
  })
})
