import { expect, it } from 'vitest'
import { paise } from '../../schema/money.ts'
import { istInstant } from '../../schema/time.ts'
import { contractOf } from '../trading/testing/contracts.ts'
import { quotedPair } from './quotedPair.ts'

const AT = istInstant('2026-07-01', 10 * 60)
const EXPIRY = '2026-07-07'
const contracts = [24_450, 24_500].flatMap((strike) => [
  contractOf('NIFTY', strike, 'CE', EXPIRY),
  contractOf('NIFTY', strike, 'PE', EXPIRY),
])

it('the call and the put nearest to the money of what the agent buys are quoted, or nothing is', () => {
  const prices = new Map(contracts.map((contract, place) => [contract, paise(100_00 + place)]))
  const lastPriceOf = (contract: (typeof contracts)[number]) => prices.get(contract) ?? null
  const pair = () => quotedPair({ contracts, lastPriceOf }, 'NIFTY', paise(24_489_95), AT)
  expect(pair()).toEqual({ strike: 24_500_00, expiry: EXPIRY, call: 100_02, put: 100_03, at: AT })
  prices.delete(contracts[3]!)
  expect(pair()).toBeNull()
  expect(quotedPair({ contracts, lastPriceOf }, 'BANKNIFTY', paise(24_489_95), AT)).toBeNull()
})
