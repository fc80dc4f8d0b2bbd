import { LIVE_GATE_TEXTS, type LiveGate, type LiveGateText } from './liveGates.ts'

export const AGENT_GATES = ['AGENT_STEP', 'AGENT_PROOF', 'AGENT_RECORD'] as const
/** What the AI trading agent needs to trade live besides what every live trade needs; in the order in which it is reported. */
export type AgentGate = (typeof AGENT_GATES)[number]
/** What an entry may lack to be sent live. */
export type EntryGate = LiveGate | AgentGate

/** Shares of its stake that a fictitious bettor puts on each trade; the evidence is the mean of what the four have become. */
export const STAKES = [0.1, 0.25, 0.5, 1] as const

/** Evidence against an open key, gathered since its opening, that closes its gate. */
export const CLOSING_EVIDENCE = 20

/** Evidence of a user's own paper trades of a key from which on the agent may trade it live for him. */
export const OWN_RECORD_EVIDENCE = 20

const AGENT_GATE_TEXTS: Readonly<Record<AgentGate, LiveGateText>> = {
  AGENT_STEP: {
    name: 'Ladder at “approve each” or “auto”',
    missing: 'your agent’s ladder is not at a step that trades live',
    todo: 'Move it up on the agent’s page.',
    link: null,
  },
  AGENT_PROOF: {
    name: 'Gate open',
    missing: 'the gate for your lookback is closed: nothing is proven yet',
    todo: 'It opens by itself once the agent’s record proves gains after costs.',
    link: null,
  },
  AGENT_RECORD: {
    name: 'Own paper record',
    missing: `the evidence of your own paper trades is below ×${OWN_RECORD_EVIDENCE}`,
    todo: 'It grows with proven trades on paper that earn after costs. Leave Paper Trading Mode on until then: with it off the agent does not trade on paper.',
    link: null,
  },
}

/** What a user types to let the agent trade an index live with at most so many lots. `index` as screens show it. */
export const agentWord = (index: string, lots: number) => `LIVE ${index} ${lots}`

/** Of the agent it is an index that is confirmed. */
export const AGENT_CONFIRMATION_TEXT: LiveGateText = {
  name: 'Confirmed by you',
  missing: 'you have not confirmed live trading by the agent for this index, these lots and this model version',
  todo: 'Type it below, once everything else is done. You confirm again after raising the lots or when the model version changes.',
  link: null,
}

/** Every gate of an entry in words. */
export const ENTRY_GATE_TEXTS: Readonly<Record<EntryGate, LiveGateText>> = { ...LIVE_GATE_TEXTS, ...AGENT_GATE_TEXTS }
