import { expect, it } from 'vitest'
import { describeExit } from './describeExit.ts'

const at = new Date('2026-11-20T05:32:00Z')
const exit = { exitTime: at, side: 'BUY', stop: 515_45, target: 620_00, agent: null } as const

it.each([
  ['STOP', 'BUY', 491_75, 'Closed at 11:02 for ₹491.75: the premium reached the stop loss of ₹515.45; the fill was ₹23.70 worse.'],
  ['STOP', 'BUY', 515_45, 'Closed at 11:02 for ₹515.45: the premium reached the stop loss of ₹515.45.'],
  ['STOP', 'SELL', 520_00, 'Closed at 11:02 for ₹520: the premium reached the stop loss of ₹515.45; the fill was ₹4.55 worse.'],
  ['TARGET', 'BUY', 621_50, 'Closed at 11:02 for ₹621.50: the premium reached the target of ₹620; the fill was ₹1.50 better.'],
  ['TARGET', 'SELL', 619_00, 'Closed at 11:02 for ₹619: the premium reached the target of ₹620; the fill was ₹1 better.'],
  ['TRAILING_STOP', 'BUY', 540_00, 'Closed at 11:02 for ₹540: the premium fell back to the trailing stop.'],
  ['MANUAL', 'BUY', 540_00, 'Closed at 11:02 for ₹540: you closed it.'],
] as const)('an exit by %s of a leg opened by %s says its level and how it was filled beside it', (exitReason, side, exitPrice, text) => {
  expect(describeExit({ ...exit, exitReason, side, exitPrice })).toBe(text)
})

it('says no level where several legs were closed, and nothing of what runs', () => {
  expect(describeExit({ ...exit, exitReason: 'STOP', exitPrice: null, stop: null })).toBe(
    'Closed at 11:02: the premium reached the stop loss.',
  )
  expect(describeExit({ ...exit, exitReason: null, exitTime: null, exitPrice: null })).toBeNull()
})
