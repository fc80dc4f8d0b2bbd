import fc from 'fast-check'
import { expect, it } from 'vitest'
import { premium } from '../../../schema/market/options/premium.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { contractOf } from '../../trading/testing/contracts.ts'
import { columnPrice } from '../history/BacktestMarket.ts'
import { minutesFrom, niftyHistory } from '../testing/history.ts'
import { CLOSE, HIGH, LOW, ModelledStrike, OPEN } from './ModelledStrike.ts'

const HOURS = Array.from({ length: 300 }, (_, i) => 21_700 + 60 * Math.sin(i / 40))
const market = niftyHistory(minutesFrom('2024-01-01', '09:15', HOURS), { kind: 'INDEX' })
const term = new VolatilityTerm(market.rules)
const { time, open, high, low, close } = market.minutes

it('a call and a put cost what each costs alone, in whatever order they are asked for', () => {
  const asked = fc.record({
    type: fc.constantFrom('CE', 'PE'),
    price: fc.constantFrom(OPEN, HIGH, LOW, CLOSE),
    minute: fc.nat({ max: HOURS.length - 1 }),
  })
  fc.assert(
    fc.property(fc.array(asked, { minLength: 1, maxLength: 20 }), fc.constantFrom(21_500, 21_700, 21_900), (questions, strike) => {
      const contract = contractOf('NIFTY', strike, 'CE', '2024-01-04')
      const modelled = new ModelledStrike(market, contract, { level: 0.14, source: 'GIVEN' }, term)
      for (const { type, price, minute } of questions) {
        const at = time[minute]!
        const spot = columnPrice([open, high, low, close][price]!, minute)
        const atmVolatility = 0.14 * term.at(at, modelled.expiresAt)
        const alone = premium({ type, spot, strike: contract.strike, at, expiresAt: modelled.expiresAt, atmVolatility })
        expect(modelled.premium(type, price, minute)).toBe(alone)
      }
    }),
  )
})
