import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import type { Instant } from '../../../schema/time.ts'
import { timeUp } from '../positions/dueExits.ts'
import { isHandedOver, isRetryDue, type ExitTries } from '../positions/exitTries.ts'
import type { OpenLeg } from '../positions/legs.ts'
import type { ExitRequest, OpenLegs } from '../positions/OpenLegs.ts'
import type { TriedExit } from './TradeRecords.ts'

/** Open legs whose exit failed and waits for a retry. The database decides what failed; this decides when to retry. */
export class FailedExits {
  readonly #tries = new Map<string, ExitTries>()

  add({ legId, tries }: TriedExit): void {
    this.#tries.set(legId, tries)
  }

  /** Its exit is under way again, or it is closed. */
  delete(legId: string): void {
    this.#tries.delete(legId)
  }

  /** Whether closing the leg was left to its owner. */
  isHandedOver(legId: string): boolean {
    const tries = this.#tries.get(legId)
    return tries !== undefined && isHandedOver(tries)
  }

  /** Takes out exits due at a market time; outside the session only exits of expired paper contracts, which are settled there. */
  takeDue(now: Instant, session: Session, rules: MarketRules, legs: Pick<OpenLegs, 'get'>): ExitRequest[] {
    const isOpen = now >= session.open && now < session.close
    const due: ExitRequest[] = []
    for (const [legId, tries] of this.#tries) {
      const leg = legs.get(legId)
      const isSettled = leg?.mode === 'PAPER' && rules.hasExpired(leg.contract.expiry, now)
      if (!isOpen && !isSettled) continue
      const timeIsUp = leg !== null && timeUp(leg, session, rules).at <= now
      if (!isRetryDue(tries, now, timeIsUp)) continue
      this.#tries.delete(legId)
      due.push({ legId, reason: tries.reason, at: now })
    }
    return due
  }

  /** Takes out exits of these legs that were left to owners. */
  takeHandedOver(legs: readonly Pick<OpenLeg, 'id'>[], now: Instant): ExitRequest[] {
    return legs.flatMap(({ id: legId }) => {
      const tries = this.#tries.get(legId)
      if (!tries || !isHandedOver(tries)) return []
      this.#tries.delete(legId)
      return { legId, reason: tries.reason, at: now }
    })
  }
}
