import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paise } from '../../../../schema/money.ts'
import { fillInFrame } from './fillInFrame.ts'

const STEPS = { lotSize: 65, tick: paise(5) }
const NOTHING = { units: 0, value: paise(0) }
const lots = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 30 })

it('says a fill as it was or not at all, whether the broker rounds the average or cuts it off', () => {
  fc.assert(
    fc.property(lots, fc.nat({ max: 30 }), fc.boolean(), (over, known, cutsOff) => {
      const valueOf = (prices: readonly number[]) => prices.reduce((sum, steps) => sum + 65 * (99_00 + 5 * steps), 0)
      const before = over.slice(0, known)
      const filled = 65 * over.length
      const averagePrice = paise((cutsOff ? Math.floor : Math.round)(valueOf(over) / filled))
      const told = { units: 65 * before.length, value: paise(valueOf(before)) }
      const fill = fillInFrame(told, { filled, averagePrice }, STEPS)
      if (fill) expect([fill.quantity, fill.quantity * fill.price]).toEqual([filled - told.units, valueOf(over) - told.value])
    }),
    { numRuns: 2_000 },
  )
})

it('says up to five lots that were filled at one price, and no more', () => {
  const told = Array.from({ length: 8 }, (_, i) => fillInFrame(NOTHING, { filled: 65 * (i + 1), averagePrice: paise(99_05) }, STEPS))
  expect(told.map((fill) => fill?.quantity ?? null)).toEqual([65, 130, 195, 260, 325, null, null, null])
})

it('says nothing of units without a price, of part of a lot, and of no more than is known', () => {
  const of = (filled: number, averagePrice: number) => fillInFrame(NOTHING, { filled, averagePrice: paise(averagePrice) }, STEPS)
  expect([of(65, 0), of(64, 99_00), of(0, 99_00)]).toEqual([null, null, null])
  expect(fillInFrame({ units: 130, value: paise(130 * 99_00) }, { filled: 65, averagePrice: paise(99_00) }, STEPS)).toBeNull()
})
