import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { istInstant } from '../../../schema/time.ts'
import { completedIntervals } from '../../market/completedIntervals.ts'
import { dueExits } from './dueExits.ts'
import { marketWait } from '../../schedule/marketWait.ts'

const at = (hour: number, minute: number, date = '2026-07-01') => istInstant(date, hour * 60 + minute)
const session = { open: at(9, 15), close: at(15, 30) }
const bought = (entryTime: number, windowEndsAt: number, expiry = '2026-07-07') => ({
  ...{ mode: 'PAPER' as const, entryTime },
  terms: { windowEndsAt },
  contract: { expiry },
})
const trade = bought(at(10, 0), at(15, 10))

describe('time exits', () => {
  const reasons = (now: number, trades = [trade]) => dueExits(trades, now, session, SHIPPED_MARKET_RULES).map(({ reason }) => reason)

  it('come when the window ends, not a moment before', () => {
    expect(reasons(at(15, 10) - 1)).toEqual([])
    expect(reasons(at(15, 10))).toEqual(['WINDOW_END'])
  })

  it('come ten minutes before the close when the window ends later', () => {
    const wide = [bought(at(10, 0), at(15, 30))]
    expect(reasons(at(15, 20) - 1, wide)).toEqual([])
    expect(reasons(at(15, 20), wide)).toEqual(['SESSION_END'])
  })

  it('come twenty minutes before the close where the contract expires on that day', () => {
    const expiring = [bought(at(10, 0), at(15, 30), '2026-07-01')]
    expect(reasons(at(15, 10) - 1, expiring)).toEqual([])
    expect(reasons(at(15, 10), expiring)).toEqual(['SESSION_END'])
  })

  it('come for live legs before the broker squares off, while those on paper stay', () => {
    const live = { ...bought(at(10, 0), at(15, 30)), mode: 'LIVE' as const }
    const both = [bought(at(10, 0), at(15, 30)), live]
    expect(dueExits(both, at(15, 10) - 1, session, SHIPPED_MARKET_RULES)).toEqual([])
    expect(dueExits(both, at(15, 10), session, SHIPPED_MARKET_RULES)).toEqual([{ leg: live, reason: 'SESSION_END' }])
  })

  it('name the earlier of two ends that have passed, the window’s when both come at once', () => {
    expect(reasons(at(15, 25))).toEqual(['WINDOW_END'])
    expect(reasons(at(15, 25), [bought(at(10, 0), at(15, 20))])).toEqual(['WINDOW_END'])
  })

  it('take what is left over from an earlier session at once', () => {
    expect(reasons(at(9, 15), [bought(at(15, 0, '2026-06-30'), at(15, 10, '2026-06-30'))])).toEqual(['WINDOW_END'])
    expect(reasons(at(9, 15), [bought(at(15, 0, '2026-06-30'), at(15, 30))])).toEqual(['SESSION_END'])
  })

  it('pick the due legs only', () => {
    const late = bought(at(11, 0), at(12, 0))
    expect(dueExits([trade, late], at(12, 0), session, SHIPPED_MARKET_RULES)).toEqual([{ leg: late, reason: 'WINDOW_END' }])
  })
})

describe('a closed minute', () => {
  it('completes the bars that end with it', () => {
    expect(completedIntervals(at(9, 15))).toEqual(['1min'])
    expect(completedIntervals(at(9, 19))).toEqual(['1min', '5min'])
    expect(completedIntervals(at(9, 29))).toEqual(['1min', '5min', '15min'])
    expect(completedIntervals(at(15, 29))).toEqual(['1min', '5min', '15min'])
  })
})

describe('a wait in market time', () => {
  it('is never shorter than its real time on a fast clock', () => {
    expect(marketWait({ kind: 'real' }, 30_000, 3_000)).toBe(30_000)
    expect(marketWait({ kind: 'sandbox', speed: 2, segments: [] }, 30_000, 3_000)).toBe(30_000)
    expect(marketWait({ kind: 'sandbox', speed: 60, segments: [] }, 30_000, 3_000)).toBe(180_000)
  })
})
