import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paise } from '../../../schema/money.ts'
import { entrySlices } from '../signals/entrySlices.ts'
import { largestOrder, slicesOf } from '../../../schema/market/orderSlices.ts'
import { contractOf } from '../testing/contracts.ts'
import { planOf, TERMS } from '../testing/legs.ts'

it('the orders of a quantity are whole lots, none above the freeze quantity, as few as can be, and the quantity in all', () => {
  const lots = fc.integer({ min: 1, max: 200 })
  fc.assert(
    fc.property(lots, lots, fc.integer({ min: 1, max: 5_000 }), (count, lotSize, freeze) => {
      fc.pre(freeze >= lotSize)
      const quantity = count * lotSize
      const slices = slicesOf(quantity, largestOrder(freeze, lotSize))
      expect(slices.reduce((sum, units) => sum + units, 0)).toBe(quantity)
      for (const units of slices) expect([units > 0, units % lotSize, units <= freeze]).toEqual([true, 0, true])
      expect(slices).toHaveLength(Math.ceil(count / Math.floor(freeze / lotSize)))
    }),
  )
})

it('the orders of an entry are of one leg and set aside together what the entry does', () => {
  const contract = contractOf('NIFTY', 24_500, 'CE')
  const settings = { windowStart: 0, windowEnd: 900, maxTrades: 1, lots: 28, risk: paise(5_000_00), sizeByRisk: false, ...TERMS }
  const candidate = {
    ...{ subscriptionId: 's', userId: 'u', strategyId: 'st', version: 1, mode: 'PAPER' as const, settings },
    ...{ unmetGates: [], killed: null, tradesToday: 0, openTrades: 0 },
  }
  const entry = (quantity: number) => ({
    ...{ signalId: 'g', side: 'LONG' as const, candidate },
    plan: planOf({ contract, quantity, terms: TERMS, reserved: paise(1_000_01) }),
  })
  let ids = 0
  const slices = entrySlices(
    [entry(65), entry(1_820)],
    () => `i${++ids}`,
    () => 1_800,
  )
  expect(slices.map(({ tradeId, legId, slice, part }) => [tradeId, legId, slice, part.quantity, part.reserved])).toEqual([
    ['i1', 'i2', 0, 65, 1_000_01],
    ['i3', 'i4', 0, 1_755, 964_29],
    ['i3', 'i4', 1, 65, 35_72],
  ])
})
