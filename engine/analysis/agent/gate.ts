import type { IsoDate } from '../../../schema/time.ts'
import { STAKES } from '../../../schema/trading/agentGates.ts'

/** Keys that one version keeps records of, and the chance that any of them ever opens without skill. */
const KEYS = 28
const ERROR = 0.05
/** An open gate closes when its evidence falls below this share of its peak. */
const CLOSING_SHARE = 0.2

/** What the shadow trades of a key have proven. Plain data. */
export interface GateState {
  /** What a stake of 1 has become, for each of STAKES. */
  readonly products: readonly [number, number, number, number]
  /** Their mean. */
  readonly evidence: number
  /** The highest evidence ever. */
  readonly peak: number
  /** Day of the trade that opened it, and of the one that closed it; a closed gate stays closed. */
  readonly openedOn: IsoDate | null
  readonly closedOn: IsoDate | null
}

export const UNPROVEN_GATE: GateState = { products: [1, 1, 1, 1], evidence: 1, peak: 1, openedOn: null, closedOn: null }

/**
 * The evidence at which a gate opens. Without skill the evidence is a supermartingale that starts at 1, so the chance that it ever
 * reaches T is at most 1/T (Ville 1939); divided among the keys, and halved for each version, all versions together err with at most 10%.
 */
export function gateThreshold(version: number): number {
  return (KEYS / ERROR) * 2 ** (version - 1)
}

/** The gate after one more shadow trade. `net`: its result as a share of what was paid, not below −1; trades come in the order of their ends. */
export function advanceGate(gate: GateState, net: number, date: IsoDate, version: number): GateState {
  if (!(net >= -1)) throw new RangeError(`a bought option cannot lose more than it cost, got ${net}`)
  const [a, b, c, d] = gate.products
  const products = [a * (1 + STAKES[0] * net), b * (1 + STAKES[1] * net), c * (1 + STAKES[2] * net), d * (1 + STAKES[3] * net)] as const
  const evidence = (products[0] + products[1] + products[2] + products[3]) / STAKES.length
  const peak = Math.max(gate.peak, evidence)
  const openedOn = gate.openedOn ?? (evidence >= gateThreshold(version) ? date : null)
  const isClosing = openedOn !== null && gate.closedOn === null && evidence < CLOSING_SHARE * peak
  return { products, evidence, peak, openedOn, closedOn: gate.closedOn ?? (isClosing ? date : null) }
}

/** Whether the key's verdicts may be traded. */
export function isOpen({ openedOn, closedOn }: GateState): boolean {
  return openedOn !== null && closedOn === null
}
