import { expect, it } from 'vitest'
import { describeStanding, standingOf } from './agentStanding.ts'

const gate = (evidence: number, open = false, control?: number | null) => ({
  lookback: 50,
  evidence,
  open,
  ...(control === undefined ? {} : { control }),
})
const said = (...gates: ReturnType<typeof gate>[]) => {
  const standing = standingOf({ gates, threshold: 560 })
  return standing && describeStanding(standing)
}

it.each([
  [gate(1.3, false, -0.0131), 'Evidence ×1.30 of ×560: so far no better than chance. Buying at every scan lost 1.3% a trade.'],
  [gate(63, false, 0.0021), 'Evidence ×63.0 of ×560: not enough to rule out chance. Buying at every scan earned 0.2% a trade.'],
  [gate(1_240, true, -0.02), 'Evidence ×1,240 of ×560: the gate is open. Buying at every scan lost 2.0% a trade.'],
  [gate(9.4e20, true), 'Evidence over ×10,00,000 of ×560: the gate is open.'],
  [gate(900), 'Evidence ×900 of ×560: the gate was open, and has closed since.'],
  [gate(0.4, false, null), 'Evidence ×0.40 of ×560: so far no better than chance.'],
])('%o is told as it is', (one, text) => {
  expect(said(one)).toBe(text)
})

it('between two keys of the grid the one that is farther from an open gate decides, in either order', () => {
  const [open, closed] = [gate(600, true, -0.01), gate(700, false, -0.02)]
  for (const gates of [
    [open, closed],
    [closed, open],
  ])
    expect(standingOf({ gates, threshold: 560 })).toEqual({ evidence: 700, threshold: 560, open: false, control: -0.02 })
  expect(standingOf({ gates: [gate(900, true), gate(600, true)], threshold: 560 })).toMatchObject({ evidence: 600, open: true })
})

it('of an exploratory trade it is said why an open gate did not make it a proven one', () => {
  const text = (open: boolean) => describeStanding({ evidence: 600, threshold: 560, open, control: null }, true)
  expect(text(true)).toBe('Evidence ×600 of ×560: the gate is open, but this moment was too weak for a proven trade.')
  expect(text(false)).toBe('Evidence ×600 of ×560: the gate was open, and has closed since.')
})

it('nothing is said where no key speaks for the lookback', () => {
  expect(said()).toBeNull()
})
