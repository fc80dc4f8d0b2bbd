import { describe, expect, it } from 'vitest'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { fromRupees, toRupees } from '../../../schema/money.ts'
import { contractOf } from '../../trading/testing/contracts.ts'
import { modelGap } from './modelGap.ts'
import { ModelledStrike } from './ModelledStrike.ts'
import { ModelPremiums } from './ModelPremiums.ts'
import { describeModelGap, recordedGap } from './recordedGap.ts'
import { minutesFrom, niftyHistory } from '../testing/history.ts'

const DAY = '2024-01-01'
const flat = (premiums: readonly (number | null)[]) => minutesFrom(DAY, '09:15', premiums)
/** Nifty at 21,700 for five minutes. */
const market = niftyHistory(minutesFrom(DAY, '09:15', Array<number>(5).fill(21_700)), { kind: 'INDEX' })

describe('the gap between model and recorded premiums', () => {
  it('is the median of both, by the distance from the money, over the minutes that were recorded', () => {
    const candles = new Map([
      ['NIFTY04JAN2421700CE', flat([100, 100, 80, null, 125])],
      // 0.46%, 0.92%, 1.84% and 4.1% from the money.
      ['NIFTY04JAN2421800PE', flat([50])],
      ['NIFTY04JAN2421900PE', flat([200, 400])],
      ['NIFTY04JAN2422100CE', flat([100])],
    ])
    const found = modelGap(market, candles, () => fromRupees(100))
    expect(found).toEqual([
      // 0, 0, +25, −20 and +100 per cent.
      { moneyness: 'at the money', minutes: 5, medianAbsolutePercent: 20, medianPercent: 0 },
      { moneyness: '0.5–1%', minutes: 2, medianAbsolutePercent: 62.5, medianPercent: -62.5 },
      { moneyness: '1–2%', minutes: 1, medianAbsolutePercent: 0, medianPercent: 0 },
      { moneyness: 'over 2%', minutes: 0, medianAbsolutePercent: null, medianPercent: null },
    ])
    expect(describeModelGap(found)).toContain('0.5–1% 62.5% (too cheap by 62.5%, 2 minutes)')
  })

  it('leaves out contracts of other indices, names that are none, minutes without the index, and what the model does not price', () => {
    const candles = new Map([
      ['BANKNIFTY03JAN2448200CE', flat([100])],
      ['NIFTY', flat([100])],
      ['NIFTY04JAN2421700CE', minutesFrom(DAY, '09:14', [100, 100, 100])],
    ])
    const found = modelGap(market, candles, (_, minute) => (minute === 0 ? null : fromRupees(100)))
    expect(found.map(({ minutes }) => minutes)).toEqual([1, 0, 0, 0])
    expect(describeModelGap(modelGap(market, new Map(), () => null))).toMatch(/^No recorded minute/)
  })

  it('is none where no option was recorded', () => {
    const { minutes } = market
    expect(recordedGap(niftyHistory(minutes, { kind: 'OPTIONS', volatility: 0.14, candles: new Map() }))).toBeNull()
    expect(recordedGap(market)).toBeNull()
  })

  it('takes the level that a backtest of the minute would take, the first minute included', () => {
    const day = { kind: 'OPTIONS', volatility: new Map<string, number>() } as const
    const candles = new Map([['NIFTY04JAN2421700CE', flat([120, 120, 120, 120, 120])]])
    const [gap] = recordedGap(niftyHistory(market.minutes, { ...day, candles }))!
    expect(gap?.minutes).toBe(5)
  })

  it('is nothing for premiums that are the model’s own', () => {
    const traded = { kind: 'OPTIONS', volatility: 0.14 } as const
    const contract = contractOf('NIFTY', 21_700, 'CE', '2024-01-04')
    const strike = new ModelledStrike(market, contract, { level: 0.14, source: 'GIVEN' }, new VolatilityTerm(market.rules))
    const model = new ModelPremiums('CE', strike)
    const premiums = [0, 1, 2, 3, 4].map((minute) => toRupees(model.candle(minute)!.close))
    const [gap] = recordedGap(niftyHistory(market.minutes, { ...traded, candles: new Map([['NIFTY04JAN2421700CE', flat(premiums)]]) }))!
    expect(gap).toEqual({ moneyness: 'at the money', minutes: 5, medianAbsolutePercent: 0, medianPercent: 0 })
  })
})
