import { expect, it } from 'vitest'
import { ok } from '../../../schema/errors.ts'
import { paise } from '../../../schema/money.ts'
import type { Account } from '../risk/assess.ts'
import { contractOf } from '../testing/contracts.ts'
import { planOf, TERMS } from '../testing/legs.ts'
import { judgeBeside } from './judgeBeside.ts'

const contract = contractOf('NIFTY', 24_500, 'CE')
const plan = planOf({ contract, quantity: 65, terms: TERMS, reserved: paise(7_000_00) })
const account = { lossToday: paise(10_00) } as Account
const view = { openLossOf: () => paise(5_00), oppositeUnits: () => 130 }

it('a live entry is denied where another trade has the other side of its option; on paper nothing is set off', () => {
  const decide = () => ok(plan)
  expect(judgeBeside(view)({ userId: 'u', mode: 'PAPER' }, account, decide)).toEqual(ok(plan))
  expect(judgeBeside({ ...view, oppositeUnits: () => 0 })({ userId: 'u', mode: 'LIVE' }, account, decide)).toEqual(ok(plan))
  expect(judgeBeside(view)({ userId: 'u', mode: 'LIVE' }, account, decide)).toMatchObject({
    error: { reason: 'OPPOSITE_HELD', numbers: { option: contract.tradingSymbol, held: 'SELL', ours: 130, byHand: 0 } },
  })
})

it('of two live entries that are decided together, the second is denied the other side of an option of the first; of another user it is not', () => {
  const beside = judgeBeside({ ...view, oppositeUnits: () => 0 })
  const sold = ok({ ...plan, legs: plan.legs.map((leg) => ({ ...leg, side: 'SELL' as const })) })
  expect(beside({ userId: 'u', mode: 'LIVE' }, account, () => ok(plan)).ok).toBe(true)
  expect(beside({ userId: 'u', mode: 'LIVE' }, account, () => ok(plan)).ok).toBe(true)
  expect(beside({ userId: 'other', mode: 'LIVE' }, account, () => sold)).toEqual(sold)
  expect(beside({ userId: 'u', mode: 'LIVE' }, account, () => sold)).toMatchObject({
    error: { reason: 'OPPOSITE_HELD', numbers: { held: 'BUY', ours: 130, byHand: 0 } },
  })
})

it('what open trades have lost counts to the loss of the day', () => {
  const seen: number[] = []
  judgeBeside(view)({ userId: 'u', mode: 'PAPER' }, account, ({ lossToday }) => (seen.push(lossToday), ok(plan)))
  expect(seen).toEqual([15_00])
})
