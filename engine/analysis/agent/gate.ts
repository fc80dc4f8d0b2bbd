import type { IsoDate } from '../../../schema/time.ts'
import { CLOSING_EVIDENCE, STAKES } from '../../../schema/trading/agentGates.ts'

/** Keys that one version keeps records of, and the chance that any of them ever opens without skill. */
const KEYS = 28
const ERROR = 0.05
/** Of the mean result that opened a key, the share that has to be left. */
const EDGE_LEFT = 0.5

/** Results as shares of what was paid: how many, their sum and that of their squares. */
export interface Moments {
  readonly count: number
  readonly sum: number
  readonly sumOfSquares: number
}

/** A bet against an open key, begun at its opening. */
export interface Doubt {
  /** The mean result, as a share of what was paid, from which on the bet gains nothing on average. */
  readonly edge: number
  /** The share of its stake that is bet on each trade. */
  readonly stake: number
  /** What a stake of 1 has become, 1 or more: the evidence that the edge is gone. */
  readonly against: number
}

/** What the shadow trades of a key have proven since it began, or began anew. Plain data. */
export interface GateState {
  /** What a stake of 1 has become, for each of STAKES. */
  readonly products: readonly [number, number, number, number]
  /** Their mean. */
  readonly evidence: number
  /** The highest evidence. */
  readonly peak: number
  /** Of the trades until it opened. */
  readonly moments: Moments
  /** Null while it is not open. */
  readonly doubt: Doubt | null
  /** Day of the trade that opened it last, and of the one that closed it since. */
  readonly openedOn: IsoDate | null
  readonly closedOn: IsoDate | null
}

export const UNPROVEN_GATE: GateState = {
  ...{ products: [1, 1, 1, 1], evidence: 1, peak: 1 },
  moments: { count: 0, sum: 0, sumOfSquares: 0 },
  ...{ doubt: null, openedOn: null, closedOn: null },
}

/**
 * The evidence at which a gate opens. Without skill the evidence is a supermartingale that starts at 1, so the chance that it ever
 * reaches T is at most 1/T (Ville 1939); divided among the keys, and halved for each version, all versions together err with at most 10%.
 *
 * A closed gate begins anew at 1, and its chance to open without skill is again at most 1/T. It begins anew after an opening only, so a key
 * without skill opens k times with a chance of at most (1/T)^k: at most 1/(T − 1) false openings are expected of it in all its time, and as
 * many after the end of a true edge.
 */
export function gateThreshold(version: number): number {
  return (KEYS / ERROR) * 2 ** (version - 1)
}

/**
 * The gate after one more shadow trade. `net`: its result as a share of what was paid, not below −1; trades come in the order of their ends.
 * Only evidence against its key closes an open gate. What the evidence has lost of its peak says little: it is that of the boldest bettor,
 * who loses most of it now and then with an edge as good as ever.
 */
export function advanceGate(gate: GateState, net: number, date: IsoDate, version: number): GateState {
  if (!(net >= -1)) throw new RangeError(`a bought option cannot lose more than it cost, got ${net}`)
  const [a, b, c, d] = gate.products
  const products = [a * (1 + STAKES[0] * net), b * (1 + STAKES[1] * net), c * (1 + STAKES[2] * net), d * (1 + STAKES[3] * net)] as const
  const evidence = (products[0] + products[1] + products[2] + products[3]) / STAKES.length
  const next = { ...gate, products, evidence, peak: Math.max(gate.peak, evidence) }
  if (gate.doubt) {
    const doubt = advanceDoubt(gate.doubt, net)
    return doubt.against >= CLOSING_EVIDENCE ? { ...UNPROVEN_GATE, openedOn: gate.openedOn, closedOn: date } : { ...next, doubt }
  }
  const { count, sum, sumOfSquares } = gate.moments
  const moments = { count: count + 1, sum: sum + net, sumOfSquares: sumOfSquares + net * net }
  if (evidence < gateThreshold(version)) return { ...next, moments }
  return { ...next, moments, doubt: newDoubt(moments), openedOn: date, closedOn: null }
}

/** Whether the key's verdicts may be traded. */
export function isOpen({ openedOn, closedOn }: Pick<GateState, 'openedOn' | 'closedOn'>): boolean {
  return openedOn !== null && closedOn === null
}

/**
 * A gate as it is stored. One without moments is of a release that did not doubt open keys: their doubt begins with what all its trades have
 * earned, and a closed gate begins anew.
 */
export function readGate(stored: Omit<GateState, 'moments' | 'doubt'> & Partial<GateState>, trades: Moments): GateState {
  const { openedOn, closedOn } = stored
  if (stored.moments) return { ...stored, moments: stored.moments, doubt: stored.doubt ?? null }
  if (closedOn !== null) return { ...UNPROVEN_GATE, openedOn, closedOn }
  const moments = { count: trades.count, sum: trades.sum, sumOfSquares: trades.sumOfSquares }
  return { ...stored, moments, doubt: openedOn === null ? null : newDoubt(moments) }
}

/**
 * The bet against a key that these trades have opened, so their mean is above zero. By Kelly's rule it grows fastest when nothing is left of
 * the edge and the results vary as before; keys that vary much are thus not closed sooner by chance than others.
 */
function newDoubt({ count, sum, sumOfSquares }: Moments): Doubt {
  const mean = sum / count
  const variance = Math.max(0, sumOfSquares / count - mean * mean)
  const edge = EDGE_LEFT * mean
  return { edge, stake: Math.min(1, edge / variance), against: 1 }
}

/** Below 1 the bet begins anew, so that an edge which ends after a long time is missed as soon as one that ends early. */
function advanceDoubt({ edge, stake, against }: Doubt, net: number): Doubt {
  return { edge, stake, against: Math.max(1, against * (1 - stake * (net - edge))) }
}
