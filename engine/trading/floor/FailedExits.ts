import type { MarketRules, Session } from '../../../schema/market/MarketRules.ts'
import type { Instant } from '../../../schema/time.ts'
import { timeUp } from '../positions/dueExits.ts'
import { isHandedOver, isRetryDue, type ExitTries } from '../positions/exitTries.ts'
import type { ExitRequest, OpenLegs } from '../positions/OpenLegs.ts'
import type { TriedExit } from './TradeRecords.ts'

/** The open legs whose exit has failed and waits to be tried again. The database decides what failed; this knows when it is time. */
export class FailedExits {
  readonly #tries = new Map<string, ExitTries>()

  add({ legId, tries }: TriedExit): void {
    this.#tries.set(legId, tries)
  }

  /** Its exit is under way again, or it is closed. */
  delete(legId: string): void {
    this.#tries.delete(legId)
  }

  /** Whether it was left to the owner of a leg to close it. */
  isHandedOver(legId: string): boolean {
    const tries = this.#tries.get(legId)
    return tries !== undefined && isHandedOver(tries)
  }

  /** Those to be tried again at a market time, which wait no longer; none outside of the session. */
  takeDue(now: Instant, session: Session, rules: MarketRules, legs: OpenLegs): ExitRequest[] {
    if (now < session.open || now >= session.close) return []
    const due: ExitRequest[] = []
    for (const [legId, tries] of this.#tries) {
      const leg = legs.get(legId)
      const timeIsUp = leg !== null && timeUp(leg, session, rules).at <= now
      if (!isRetryDue(tries, now, timeIsUp)) continue
      this.#tries.delete(legId)
      due.push({ legId, reason: tries.reason, at: now })
    }
    return due
  }
}
