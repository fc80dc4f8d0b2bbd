import { describe, expect, it } from 'vitest'
import { paise } from '../../schema/money.ts'
import { balanceFrom } from '../../schema/trading/balanceFrom.ts'
import { deepestDrawdown } from './deepestDrawdown.ts'

/** Days from 2 November 2026 on that end with these results, in paise. */
function days(...nets: readonly number[]) {
  const balance = balanceFrom(paise(0))
  return nets.map((net, i) => ({ date: `2026-11-${String(i + 2).padStart(2, '0')}`, ...balance(net) }))
}

describe('the deepest drawdown', () => {
  it('has the day of the peak, of the trough and of the recovery', () => {
    // At the ends of the days: 500, 300, 400, 100, 450, 500, 350.
    expect(deepestDrawdown(days(500, -200, 100, -300, 350, 50, -150))).toEqual({
      ...{ amount: 400, peakDate: '2026-11-02', troughDate: '2026-11-05', recoveryDate: '2026-11-07' },
    })
  })

  it('falls from the beginning when no day ended above it, and stays without a recovery until there is one', () => {
    expect(deepestDrawdown(days(-100, -200, 250))).toEqual({
      ...{ amount: 300, peakDate: null, troughDate: '2026-11-03', recoveryDate: null },
    })
  })

  it('is the first of two that are equally deep, and falls from the last day of its peak', () => {
    expect(deepestDrawdown(days(100, 0, -50, 50, -50, 60))).toEqual({
      ...{ amount: 50, peakDate: '2026-11-03', troughDate: '2026-11-04', recoveryDate: '2026-11-05' },
    })
  })

  it('is none without a day that ended below one before', () => {
    expect(deepestDrawdown(days(0, 100, 0))).toBeNull()
    expect(deepestDrawdown([])).toBeNull()
  })
})
