import { instrumentId } from '../../broker/instrumentId.ts'
import { openQuantityOf, signOf, type OpenLeg } from '../positions/legs.ts'

interface Missing {
  readonly units: number
  /** How many of each leg's, of the leg that was opened first to begin with. */
  readonly ofLeg: ReadonlyMap<string, number>
  /** Looks in a row that have found just this. */
  looks: number
  /** They are gone for good. */
  isGone: boolean
}

type OfContract = Pick<OpenLeg, 'userId' | 'contract'>

/** Units that accounts have fewer than their legs, by user and contract, as one look after the other finds them. */
export class MissingUnits {
  readonly #missing = new Map<string, Missing>()

  /** A look has found so many units missing of the legs of one contract, oldest first. How many looks in a row have; 0 where none are. */
  look(legs: readonly [OpenLeg, ...OpenLeg[]], units: number): number {
    const key = keyOf(legs[0])
    const before = this.#missing.get(key)
    if (before?.units === units) return ++before.looks
    this.#missing.delete(key)
    if (units === 0) return 0
    let left = units
    const ofLeg = new Map<string, number>()
    for (const leg of legs) {
      const its = Math.min(left, openQuantityOf(leg))
      ofLeg.set(leg.id, its)
      left -= its
    }
    this.#missing.set(key, { units, ofLeg, looks: 1, isGone: false })
    return 1
  }

  /** What is missing is unknown at the moment: looks restart from zero. */
  interrupt(contract: OfContract): void {
    const missing = this.#missing.get(keyOf(contract))
    if (missing) missing.looks = 0
  }

  forget(contract: OfContract): void {
    this.#missing.delete(keyOf(contract))
  }

  /** The missing units are gone for good. True when new. */
  writeOff(contract: OfContract): boolean {
    const missing = this.#missing.get(keyOf(contract))
    if (!missing || missing.isGone) return false
    missing.isGone = true
    return true
  }

  /** Units of an open leg that are held; null: some are missing, and not yet confirmed as gone. */
  heldOf(leg: OpenLeg): number | null {
    const open = openQuantityOf(leg)
    const missing = this.#missing.get(keyOf(leg))
    const units = missing?.ofLeg.get(leg.id) ?? 0
    if (units === 0) return open
    return missing?.isGone ? Math.max(0, open - units) : null
  }
}

function keyOf({ userId, contract }: OfContract): string {
  return `${userId} ${instrumentId(contract)}`
}

/** How many units fewer an account has of a contract than its legs, which may be bought and sold ones. */
export function missingOf(legs: readonly OpenLeg[], held: number): number {
  const booked = legs.reduce((sum, leg) => sum + signOf(leg.side) * openQuantityOf(leg), 0)
  return Math.max(0, booked > 0 ? booked - Math.max(0, held) : Math.min(0, held) - booked)
}
