import type { AgentRecord } from './agentRecord.ts'
import { evidenceText } from './evidenceText.ts'

/** How far the record behind an analysis was from proof when the analysis was made. */
export interface AgentStanding {
  /** Of the key that decides: between two lookbacks of the grid the one that is farther from an open gate. */
  readonly evidence: number
  /** The evidence that opens a gate. */
  readonly threshold: number
  /** Whether every gate that decides was open. */
  readonly open: boolean
  /** Mean net result of buying at every scan, as a share of what was paid; null: not known. */
  readonly control: number | null
}

/** Below it even a single key would not look like more than luck. */
const HARDLY_MORE = 2

/** Null: no key of the grid speaks for the lookback. */
export function standingOf({ gates, threshold }: Pick<AgentRecord, 'gates' | 'threshold'>): AgentStanding | null {
  const [decisive] = gates.toSorted((a, b) => Number(a.open) - Number(b.open) || a.evidence - b.evidence)
  if (!decisive) return null
  const { evidence, open, control = null } = decisive
  return { evidence, threshold, open, control }
}

/**
 * The same in words: "Evidence ×1.30 of ×560: so far no better than chance. Buying at every scan lost 1.3% a trade." Of an exploratory trade
 * it also says why it is none of the proven ones.
 */
export function describeStanding({ evidence, threshold, open, control }: AgentStanding, isExploratory = false): string {
  const isShort = open && isExploratory ? ', but this moment was too weak for a proven trade' : ''
  const proof = `Evidence ${evidenceText(evidence, threshold)}: ${proofOf(evidence, threshold, open)}${isShort}.`
  if (control === null) return proof
  return `${proof} Buying at every scan ${control < 0 ? 'lost' : 'earned'} ${(Math.abs(control) * 100).toFixed(1)}% a trade.`
}

function proofOf(evidence: number, threshold: number, open: boolean): string {
  if (open) return 'the gate is open'
  if (evidence >= threshold) return 'the gate was open, and has closed since'
  return evidence < HARDLY_MORE ? 'so far no better than chance' : 'not enough to rule out chance'
}
