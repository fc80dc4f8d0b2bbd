import { describe, expect, it } from 'vitest'
import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { paise } from '../../../schema/money.ts'
import { istInstant } from '../../../schema/time.ts'
import type { Direction } from '../../../schema/trading/SignalSide.ts'
import { chooseContract } from './chooseContract.ts'
import { contractOf } from '../testing/contracts.ts'

const EXPIRY_DAY = '2026-07-07'
const contracts = ['2026-06-30', '2026-07-14', EXPIRY_DAY].flatMap((expiry) =>
  [24_600, 24_450, 24_500, 24_550].flatMap((strike) => [
    contractOf('NIFTY', strike, 'CE', expiry),
    contractOf('NIFTY', strike, 'PE', expiry),
  ]),
)

function choose(price: number, { date = '2026-07-01', minute = 600, side = 'LONG' as Direction } = {}) {
  const session = { open: istInstant(date, 555), close: istInstant(date, 930) }
  const signal = { index: 'NIFTY' as const, side, price: paise(Math.round(price * 100)) }
  const chosen = chooseContract(contracts, signal, istInstant(date, minute), session, SHIPPED_MARKET_RULES)
  return chosen && [chosen.expiry, chosen.strike / 100, chosen.optionType]
}

describe('the contract of a signal', () => {
  it('is the call or put at the money of the nearest expiry', () => {
    expect(choose(24_512)).toEqual([EXPIRY_DAY, 24_500, 'CE'])
    expect(choose(24_512, { side: 'SHORT' })).toEqual([EXPIRY_DAY, 24_500, 'PE'])
    expect(choose(23_000)).toEqual([EXPIRY_DAY, 24_450, 'CE'])
  })

  it('has the higher strike of two equally near', () => {
    expect(choose(24_525)).toEqual([EXPIRY_DAY, 24_550, 'CE'])
    expect(choose(24_524.95)).toEqual([EXPIRY_DAY, 24_500, 'CE'])
  })

  it('is of the next expiry in the last hour of expiry day', () => {
    expect(choose(24_500, { date: EXPIRY_DAY, minute: 869 })).toEqual([EXPIRY_DAY, 24_500, 'CE'])
    expect(choose(24_500, { date: EXPIRY_DAY, minute: 870 })).toEqual(['2026-07-14', 24_500, 'CE'])
  })

  it('is none when no expiry is left or the index has no options', () => {
    expect(choose(24_500, { date: '2026-07-15' })).toBeNull()
    const session = { open: 0, close: 1 }
    expect(
      chooseContract(contracts, { index: 'SENSEX', side: 'LONG', price: paise(80_500_00) }, 0, session, SHIPPED_MARKET_RULES),
    ).toBeNull()
  })
})
