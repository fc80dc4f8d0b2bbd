import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import { contractOf } from '../../trading/testing/contracts.ts'
import { agentExits, type ExitsInput } from './agentExits.ts'

const INPUT: ExitsInput = {
  contract: contractOf('NIFTY', 24_500, 'CE'),
  ...{ premium: paise(180_00), spot: paise(24_500_00), deviation: 0.002, now: istInstant('2026-07-01', 600), rules: SHIPPED_MARKET_RULES },
}

const percents = (input: Partial<ExitsInput> = {}) => {
  const { takeProfit, stopLoss } = agentExits({ ...INPUT, ...input })
  return [takeProfit.value, stopLoss.value]
}

describe('the exits of the agent', () => {
  it('are what the option would cost 2.5 deviations up and 1.5 down: half of the move, and more of it the further it goes with the option', () => {
    // The index at 24,622.81 and 24,426.61; half of 122.81 and 73.39 rupees are 34.1 and 20.4 per cent of 180.
    const [target, stop] = percents()
    expect(target).toBeGreaterThan(34.1)
    expect(target).toBeLessThan(45)
    expect(stop).toBeGreaterThan(17)
    expect(stop).toBeLessThan(22)
  })

  it('mirror for a put', () => {
    const [target, stop] = percents({ contract: contractOf('NIFTY', 24_500, 'PE') })
    expect(target).toBeGreaterThan(34.1 * 0.8)
    expect(target).toBeLessThan(45)
    expect(stop).toBeGreaterThan(15)
    expect(stop).toBeLessThan(22)
  })

  it('never ask for more than the premium, however far the index may move', () => {
    expect(percents({ deviation: 0.05 })[1]).toBeLessThan(100)
  })

  it('take half of the move where no volatility gives the premium', () => {
    // 30 rupees for a value of 100 at once.
    const [target, stop] = percents({ premium: paise(30_00), spot: paise(24_600_00) })
    expect(target).toBeCloseTo((100 * 0.5 * 24_600 * (Math.exp(0.005) - 1)) / 30, 9)
    expect(stop).toBeCloseTo((100 * 0.5 * 24_600 * (1 - Math.exp(-0.003))) / 30, 9)
  })
})
