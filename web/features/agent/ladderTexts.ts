import { AGENT_STEPS, type AgentStep } from '../../../schema/trading/agent.ts'
import type { AgentStatusPartsFragment } from '../../gql/generated/graphql.ts'

/** The steps of the ladder in words. */
export const LADDER: Readonly<Record<AgentStep, { readonly label: string; readonly means: string }>> = {
  OBSERVE: { label: 'Observe', means: 'It analyses and opens no trade.' },
  PAPER: { label: 'Paper', means: 'It trades on paper by itself, and never live.' },
  APPROVE: { label: 'Approve each', means: 'Each trade, on paper or live, waits for your approval. Without it nothing is bought.' },
  AUTO: { label: 'Auto', means: 'It trades by itself: on paper, or live once everything below is met.' },
}

export const LADDER_CHOICES = AGENT_STEPS.map((value) => ({ value, label: LADDER[value].label }))

/** What the next step of the ladder needs; on the last one, what live trading still lacks there. */
export function nextStepText({ mandate: { step }, settings: { paperTrade }, liveIndices }: AgentStatusPartsFragment): string {
  const live = lacksText(liveIndices)
  switch (step) {
    case 'OBSERVE':
      return `Next step, Paper: no conditions${paperTrade ? '.' : ', but with Paper Trading Mode off it does not trade.'}`
    case 'PAPER':
      return `Next step, Approve each: no conditions on paper. ${live}`
    case 'APPROVE':
      return `Next step, Auto: the same conditions as this one. ${live}`
    case 'AUTO':
      return `This is the last step. ${live}`
  }
}

/** "Live trading still needs 7 conditions for NIFTY, 8 for SENSEX: listed below." */
function lacksText(indices: AgentStatusPartsFragment['liveIndices']): string {
  const lacks = indices.flatMap(({ index, unmetGates }) => {
    // Its own place is a condition, too, which the next step meets.
    const { length } = unmetGates.filter(({ gate }) => gate !== 'AGENT_STEP')
    return length === 0 ? [] : { index, length }
  })
  const [first, ...others] = lacks
  if (!first) return 'Everything live trading needs is in place.'
  const counted = [
    `${first.length} ${first.length === 1 ? 'condition' : 'conditions'} for ${first.index}`,
    ...others.map(({ index, length }) => `${length} for ${index}`),
  ]
  return `Live trading still needs ${counted.join(', ')}: listed below.`
}
