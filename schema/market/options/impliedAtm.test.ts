import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paise } from '../../money.ts'
import { DAY, istInstant, MINUTE } from '../../time.ts'
import { black76 } from './black76.ts'
import { impliedAtm } from './impliedAtm.ts'
import { modelPremium } from './premium.ts'
import type { OptionType } from '../OptionType.ts'

const expiresAt = istInstant('2026-11-23', 15 * 60 + 30)

it('gives back the volatility that a pair near the money was priced with, smile and all', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.06, max: 0.8, noNaN: true }),
      fc.integer({ min: 180 * MINUTE, max: 30 * DAY }),
      fc.double({ min: -0.002, max: 0.002, noNaN: true }),
      (atmVolatility, left, money) => {
        const option = {
          spot: paise(24_000_00),
          strike: paise(Math.round(24_000_00 * (1 + money))),
          at: expiresAt - left,
          expiresAt,
          atmVolatility,
        }
        const [call, put] = (['CE', 'PE'] as const).map((type) => paise(Math.round(modelPremium({ ...option, type }))))
        const implied = impliedAtm({ ...option, call: call!, put: put! })
        expect(Math.abs(implied! / atmVolatility - 1)).toBeLessThan(0.005)
      },
    ),
  )
})

it('takes the forward from the pair: a carry that the model does not know is no volatility', () => {
  const years = 7 / 365
  const pair = (carry: number) => {
    const forward = 24_000 * Math.exp(carry * years)
    const price = (type: OptionType) => paise(Math.round(100 * black76(type, forward, 24_000, years, 0.15, 0.06)))
    return impliedAtm({ call: price('CE'), put: price('PE'), strike: paise(24_000_00), at: expiresAt - 7 * DAY, expiresAt })!
  }
  for (const carry of [-0.1, 0.02, 0.15]) expect(Math.abs(pair(carry) / pair(0.06) - 1)).toBeLessThan(0.01)
})

it('is nothing where no volatility gives the prices', () => {
  const at = expiresAt - DAY
  expect(impliedAtm({ call: paise(0), put: paise(0), strike: paise(24_000_00), at, expiresAt })).toBeNull()
  expect(impliedAtm({ call: paise(5), put: paise(30_000_00), strike: paise(24_000_00), at, expiresAt })).toBeNull()
})
