import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HORIZON } from './agentModel.ts'
import { agentExpiry, endOfMinute, quotedPricing, realisedPricing } from './agentPricing.ts'
import { OptionReplay } from './OptionReplay.ts'
import { SessionIndex } from './SessionIndex.ts'
import { drawnSessions } from './testing/drawnSessions.ts'
import { premium } from '../../../schema/market/options/premium.ts'
import { VOLATILITY_TERM } from './agentPricing.ts'
import { paise } from '../../../schema/money.ts'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'

const DATE = '2024-03-04'
const history = SessionIndex.build(drawnSessions('past', 30))
const pricing = realisedPricing(history, 'NIFTY', DATE, 20_010)
const replay = new OptionReplay(pricing, DATE, 100, 20_010, 0.001)
const path = (...moves: number[]) => Float64Array.from({ length: HORIZON }, (_, i) => moves[Math.min(i, moves.length - 1)]!)

describe('a bought option', () => {
  it('is what expires next after the day, at the nearest strike, by at least 9% of volatility', () => {
    expect(pricing).toMatchObject({ index: 'NIFTY', strike: 20_000_00, expiry: '2024-03-07', lot: 50, source: 'REALISED' })
    expect(agentExpiry('NIFTY', '2024-03-07')).toBe('2024-03-14')
    expect(realisedPricing(SessionIndex.build([]), 'NIFTY', DATE, 20_000).volatility).toBe(0.09)
  })

  it('loses spread and charges when nothing moves, and is held for the horizon', () => {
    const still = replay.outcome('CE', path(0))!
    expect(still.minutes).toBe(HORIZON)
    expect(still.exit).toBeLessThan(still.entry)
    expect(still.net).toBeGreaterThan(-0.05)
    expect(still.net).toBeLessThan(-0.005)
  })

  it('is sold at the end of the first minute beyond 2.5 deviations for it, or 1.5 against it', () => {
    const ends = (moves: number[]) => (['CE', 'PE'] as const).map((side) => replay.outcome(side, path(...moves))!.minutes)
    expect(ends([0, 0.00251])).toEqual([2, 2])
    expect(ends([0, 0, 0.0016])).toEqual([HORIZON, 3])
    expect(ends([0, -0.0016])).toEqual([2, HORIZON])
    expect(ends([0.0014, -0.0014, 0])).toEqual([HORIZON, HORIZON])
  })

  it('is not at its end before it is known', () => {
    expect(replay.outcome('CE', Float64Array.of(0, 0.001))).toBeNull()
    expect(replay.outcome('PE', Float64Array.of(0, 0.0016))).toMatchObject({ minutes: 2 })
  })

  it('never loses more than was paid, wherever the index goes', () => {
    fc.assert(
      fc.property(fc.double({ min: -0.2, max: 0.2, noNaN: true }), fc.constantFrom('CE', 'PE'), (move, side) => {
        const { net } = replay.outcome(side, path(move))!
        expect(net).toBeGreaterThanOrEqual(-1)
        expect(Math.sign(side === 'CE' ? move : -move) * net > -0.1).toBe(true)
      }),
      { examples: [[0.2, 'PE']].map(([move, side]) => [move as number, side as 'CE' | 'PE']), numRuns: 50 },
    )
  })

  it('has the volatility that a quote implies', () => {
    const at = endOfMinute(DATE, 100)
    const expiresAt = SHIPPED_MARKET_RULES.sessionHours('2024-03-07').close
    const price = (type: 'CE' | 'PE') =>
      premium({
        type,
        spot: paise(20_010_00),
        strike: paise(20_000_00),
        at,
        expiresAt,
        atmVolatility: 0.14 * VOLATILITY_TERM.at(at, expiresAt),
      })
    const quoted = quotedPricing('NIFTY', { strike: paise(20_000_00), expiry: '2024-03-07', call: price('CE'), put: price('PE'), at })!
    expect(quoted.volatility).toBeCloseTo(0.14, 3)
    expect(quoted).toMatchObject({ strike: 20_000_00, source: 'QUOTE' })
    expect(quotedPricing('NIFTY', { strike: paise(20_000_00), expiry: '2024-03-07', call: paise(100_00), put: paise(0), at })).toBeNull()
  })
})
