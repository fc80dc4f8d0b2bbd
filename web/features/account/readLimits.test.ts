import { describe, expect, it } from 'vitest'
import { readLimits } from './readLimits.ts'

const inForce = {
  paperFunds: 1_000_000,
  maxDailyLoss: 25_000,
  maxOpenTrades: 10,
  squareOffAtDailyLoss: true,
  removedStop: 'RESTORE',
  limitsChosen: true,
} as const
const typed = {
  paperFunds: '1000000',
  maxDailyLoss: '25000',
  maxOpenTrades: '10',
  squareOffAtDailyLoss: 'close',
  removedStop: 'RESTORE',
} as const

describe('readLimits', () => {
  it('gives only what differs from what is in force', () => {
    expect(readLimits(typed, inForce)).toEqual({ ok: true, value: {} })
    expect(readLimits({ ...typed, maxOpenTrades: '3' }, inForce)).toEqual({ ok: true, value: { maxOpenTrades: 3 } })
    expect(readLimits({ ...typed, squareOffAtDailyLoss: 'stop' }, inForce)).toEqual({ ok: true, value: { squareOffAtDailyLoss: false } })
    expect(readLimits({ ...typed, removedStop: 'LET_GO' }, inForce)).toEqual({ ok: true, value: { removedStop: 'LET_GO' } })
  })

  it('gives both limits where they were never chosen: saving the standard values chooses them', () => {
    expect(readLimits(typed, { ...inForce, limitsChosen: false })).toEqual({ ok: true, value: { maxDailyLoss: 25_000, maxOpenTrades: 10 } })
  })

  it('reads amounts grouped the Indian way', () => {
    expect(readLimits({ ...typed, paperFunds: '₹ 12,50,000.50' }, inForce)).toEqual({ ok: true, value: { paperFunds: 1_250_000.5 } })
  })

  it('takes an empty daily loss for no such limit, and nothing else empty', () => {
    expect(readLimits({ ...typed, maxDailyLoss: ' ' }, inForce)).toEqual({ ok: true, value: { maxDailyLoss: null } })
    expect(readLimits({ ...typed, paperFunds: '', maxOpenTrades: '' }, inForce)).toEqual({
      ok: false,
      error: {
        paperFunds: 'Paper funds (₹) must be a number from 10,000 to 1,00,00,000.',
        maxOpenTrades: 'Maximum open trades must be a whole number from 1 to 100.',
      },
    })
  })

  it.each([
    ['paperFunds', '9999.99'],
    ['paperFunds', 'much'],
    ['maxDailyLoss', '99'],
    ['maxDailyLoss', '-500'],
    ['maxOpenTrades', '1.5'],
    ['maxOpenTrades', '101'],
  ] as const)('refuses %s of %s', (name, value) => {
    expect(readLimits({ ...typed, [name]: value }, inForce)).toMatchObject({ ok: false, error: { [name]: expect.any(String) } })
  })
})
