import { describe, expect, test } from 'vitest'
import type { RuleSource } from '../../../schema/rules/RuleSource.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'
import { describeChanges, type ComparedTerms } from './describeChanges.ts'

const RULES: RuleSource = { interval: '5min', long: ['close', '>', 'open'], short: null }
const TERMS: ComparedTerms = {
  ...{ rules: RULES, windowStart: '09:15', windowEnd: '15:30', maxTrades: 5, riskPerTradePaise: 1_00_000n, lots: 1 },
  ...{ stopLossPercent: 20, takeProfitPercent: 30, trailingStopPercent: null, instruments: ['NIFTY', 'BANKNIFTY'] },
}

describe('what an edit changed', () => {
  test.each<readonly [Partial<ComparedTerms>, readonly string[]]>([
    [{}, []],
    [{ instruments: ['BANKNIFTY', 'NIFTY'] }, []],
    [{ rules: { short: null, long: ['close', '>', 'open'], interval: '5min' } }, []],
    [{ stopLossPercent: 15.5 }, ['Stop loss: 15.5% (was 20%).']],
    [{ trailingStopPercent: 8 }, ['Trailing stop: 8% (was none).']],
    [{ riskPerTradePaise: 1_23_456_78n }, ['Risk per trade: ₹1,23,456.78 (was ₹1,000).']],
    [
      { windowStart: '10:00', maxTrades: 3, lots: 2, takeProfitPercent: 50, instruments: ['SENSEX'] },
      [
        'Trading window: 10:00 to 15:30 (was 09:15 to 15:30).',
        'Most trades a day: 3 (was 5).',
        'Take profit: 50% (was 30%).',
        'Lots: 2 (was 1).',
        'Instruments: SENSEX (was BANKNIFTY, NIFTY).',
      ],
    ],
    [
      { rules: { interval: '1min', long: null, short: ['close', '<', 'vwap'] } },
      ['Candles: 1min (was 5min).', 'Long: never (was: price is above the open).', 'Short: price is below VWAP (was: never).'],
    ],
  ])('is said in words (%#)', (changes, said) => {
    expect(describeChanges(TERMS, { ...TERMS, ...changes })).toEqual(said)
  })

  const sold = (option: OptionType, stop = '25%') => ({ side: 'SELL', option, strike: 'ATM', expiry: 'this week', lots: 1, stop }) as const
  const straddle = (parts: Partial<RuleSource> = {}): Partial<ComparedTerms> => ({
    rules: { interval: '5min', enter: '09:20', position: { legs: [sold('CE'), sold('PE')] }, ...parts },
  })
  const SOLD_CALL = 'Sell 1 lot of the call at the money, this week, with a stop at 25% of the premium.'
  const SOLD_PUT = 'Sell 1 lot of the put at the money, this week, with a stop at 25% of the premium.'

  test.each<readonly [Partial<ComparedTerms>, Partial<ComparedTerms>, readonly string[]]>([
    [straddle(), straddle(), []],
    [straddle(), straddle({ enter: '09:30' }), ['Entry: at 09:30 (was: at 09:20).']],
    [
      straddle(),
      straddle({ position: { legs: [sold('CE', '30%'), sold('PE')], target: 2_000 } }),
      [`No longer: ${SOLD_CALL}`, `New: ${SOLD_CALL.replace('25', '30')}`, 'New: The whole position is closed at a profit of ₹2,000.'],
    ],
    [straddle(), straddle({ position: { legs: [sold('PE'), sold('CE')] } }), ['The legs are in another order.']],
    [
      {},
      { ...straddle(), stopLossPercent: 15 },
      [
        ...['Long: never (was: price is above the open).', 'Entry: at 09:20 (was: never).'],
        ...['No longer: It buys one option.', `New: ${SOLD_CALL}`, `New: ${SOLD_PUT}`],
      ],
    ],
  ])('of a position is said leg by leg, without levels that it does not use (%#)', (before, after, said) => {
    expect(describeChanges({ ...TERMS, ...before }, { ...TERMS, ...after })).toEqual(said)
  })

  test('is not missed where two conditions read alike', () => {
    const one: RuleSource = { interval: '5min', long: { all: [['close', '>', 'open']] } }
    const said = describeChanges({ ...TERMS, rules: one }, TERMS)
    expect(said).toEqual(['Long: price is above the open (was: price is above the open).'])
  })
})
