import { expect, it } from 'vitest'
import type { AgentStep } from '../../../schema/trading/agent.ts'
import type { EntryGate } from '../../../schema/trading/agentGates.ts'
import { nextStepText } from './ladderTexts.ts'
import { testAgent } from './testing/testAgent.ts'

const lacks = (index: string, ...gates: EntryGate[]) => ({
  index,
  unmetGates: gates.map((gate) => ({ gate, name: gate, todo: '', link: null })),
  word: '',
  confirmedAt: null,
})
const at = (step: AgentStep, liveIndices: ReturnType<typeof lacks>[], paperTrade = true) =>
  nextStepText(testAgent({ mandate: { ...testAgent().mandate, step }, settings: { ...testAgent().settings, paperTrade }, liveIndices }))
const TWO = [lacks('NIFTY', 'AGENT_STEP', 'AGENT_PROOF'), lacks('SENSEX', 'AGENT_STEP', 'AGENT_PROOF', 'BROKER')]

it.each([
  ['OBSERVE', 'Next step, Paper: no conditions.'],
  ['PAPER', 'Next step, Approve each: no conditions on paper. Live trading still needs 1 condition for NIFTY, 2 for SENSEX: listed below.'],
  [
    'APPROVE',
    'Next step, Auto: the same conditions as this one. Live trading still needs 1 condition for NIFTY, 2 for SENSEX: listed below.',
  ],
  ['AUTO', 'This is the last step. Live trading still needs 1 condition for NIFTY, 2 for SENSEX: listed below.'],
] as const)('on the step %s the next one says what it needs', (step, text) => {
  expect(at(step, TWO)).toBe(text)
})

it('where nothing is missing that is said, and on paper nothing happens while it is switched off', () => {
  expect(at('APPROVE', [lacks('NIFTY')])).toBe(
    'Next step, Auto: the same conditions as this one. Everything live trading needs is in place.',
  )
  expect(at('OBSERVE', TWO, false)).toBe('Next step, Paper: no conditions, but with Paper Trading Mode off it does not trade.')
})
