import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INDEX_SYMBOLS, INDICES, type IndexSymbol } from '../../../schema/market/indices.ts'
import { paise } from '../../../schema/money.ts'
import { addDays, type IsoDate } from '../../../schema/time.ts'
import { contractOfToken, masterDate, optionContract } from './optionContract.ts'

const anyContract = fc
  .tuple(
    fc.constantFrom(...INDEX_SYMBOLS),
    fc.integer({ min: 0, max: 9_000 }),
    fc.integer({ min: 1, max: 1_500 }),
    fc.constantFrom('CE', 'PE'),
  )
  .map(([index, days, steps, type]) => optionContract(index, addDays('2020-01-01', days), paise(steps * INDICES[index].strikeStep), type))

describe('an option contract', () => {
  it.each<[IndexSymbol, IsoDate, number, string]>([
    ['NIFTY', '2025-10-28', 24_400, 'NIFTY28OCT2524400CE'],
    ['MIDCPNIFTY', '2024-02-05', 10_375, 'MIDCPNIFTY05FEB2410375CE'],
    ['SENSEX', '2026-11-26', 80_500, 'SENSEX26NOV80500CE'],
    ['SENSEX', '2026-12-03', 80_500, 'SENSEX26D0380500CE'],
    ['SENSEX', '2026-09-17', 80_500, 'SENSEX2691780500CE'],
  ])('%s of %s at %d is written %s', (index, expiry, strike, symbol) => {
    expect(optionContract(index, expiry, paise(strike * 100), 'CE').tradingSymbol).toBe(symbol)
  })

  it('is found again by its token of at most ten digits', () => {
    fc.assert(
      fc.property(anyContract, (contract) => {
        expect(contract.token).toMatch(/^\d{1,10}$/)
        expect(contractOfToken(contract.token)).toEqual(contract)
      }),
    )
  })

  it('is never made of a token that is none of ours', () => {
    for (const token of ['', '99926000', '026000001', '100010000', '1000100019', '12500x980', '100010001'])
      expect(contractOfToken(token)).toBeNull()
  })

  it('expires in the master on 28OCT2025', () => {
    expect(masterDate('2025-10-28')).toBe('28OCT2025')
  })
})
