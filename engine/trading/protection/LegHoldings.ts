import type { Instant } from '../../../schema/time.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { InstrumentKey } from '../../broker/port.ts'
import type { OpenLeg } from '../positions/legs.ts'
import { isAnotherLook, type AccountLook } from '../orders/AccountLook.ts'
import { openQuantityOf } from '../orders/openQuantityOf.ts'

interface Missing {
  readonly units: number
  /** How many of them are of each leg. */
  readonly ofLegs: ReadonlyMap<string, number>
  /** Looks in a row that have found just this. */
  looks: number
  /** Market time at which the last of them began. */
  lookedAt: Instant
  /** They are gone for good. */
  isGone: boolean
}

/** The legs of a user that one side of a contract has opened. */
export interface Holding {
  readonly userId: string
  readonly contract: InstrumentKey
  readonly side: OrderSide
}

/** How many units their accounts hold of legs, as one look after the other settles it. */
export class LegHoldings {
  readonly #missing = new Map<string, Missing>()

  /** A look has found so many units missing, and how many of each leg. How many looks in a row have; 0 where none are. */
  look(holding: Holding, look: AccountLook, units: number, ofLegs: ReadonlyMap<string, number>): number {
    const key = keyOf(holding)
    const before = this.#missing.get(key)
    // What was missing of legs that are over says nothing of these: their account may be another one by now.
    const isOfThese = before && [...before.ofLegs.keys()].some((legId) => ofLegs.has(legId))
    if (isOfThese && before.units === units) {
      if (isAnotherLook(look, before.lookedAt)) [before.looks, before.lookedAt] = [before.looks + 1, look.at]
      return before.looks
    }
    this.#missing.delete(key)
    if (units === 0) return 0
    this.#missing.set(key, { units, ofLegs, looks: 1, lookedAt: look.at, isGone: false })
    return 1
  }

  /** What is missing is unknown at the moment: looks restart from zero. */
  interrupt(holding: Holding): void {
    const missing = this.#missing.get(keyOf(holding))
    if (missing) missing.looks = 0
  }

  forget(holding: Holding): void {
    this.#missing.delete(keyOf(holding))
  }

  /** Units that are missing by the last look. */
  missingOf(holding: Holding): number {
    return this.#missing.get(keyOf(holding))?.units ?? 0
  }

  /** Whether what is missing is gone for good. */
  isGone(holding: Holding): boolean {
    return this.#missing.get(keyOf(holding))?.isGone ?? false
  }

  /** The missing units are gone for good. True when new. */
  writeOff(holding: Holding): boolean {
    const missing = this.#missing.get(keyOf(holding))
    if (!missing || missing.isGone) return false
    missing.isGone = true
    return true
  }

  /**
   * Units of an open leg that are held; null: some are missing, and not yet confirmed as gone. What an exit of ours has sold since the look
   * makes up for none of them.
   */
  heldOf(leg: OpenLeg): number | null {
    const open = openQuantityOf(leg)
    const missing = this.#missing.get(keyOf(leg))
    const units = missing?.ofLegs.get(leg.id) ?? 0
    if (units === 0) return open
    return missing?.isGone ? Math.max(0, open - units) : null
  }
}

/** A holding as one string, for maps. */
export function keyOf({ userId, contract, side }: Holding): string {
  return `${userId} ${instrumentId(contract)} ${side}`
}
