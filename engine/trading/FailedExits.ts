import type { MarketRules, Session } from '../../schema/market/MarketRules.ts'
import type { Instant } from '../../schema/time.ts'
import { timeUp } from '../schedule/dueExits.ts'
import { isHandedOver, isRetryDue, type ExitTries } from './exitTries.ts'
import type { ExitRequest, OpenTrades } from './OpenTrades.ts'
import type { TriedExit } from './TradeBooks.ts'

/** The open trades whose exit has failed and waits to be tried again. The database decides what failed; this knows when it is time. */
export class FailedExits {
  readonly #tries = new Map<string, ExitTries>()

  add({ tradeId, tries }: TriedExit): void {
    this.#tries.set(tradeId, tries)
  }

  /** Its exit is under way again, or it is closed. */
  delete(tradeId: string): void {
    this.#tries.delete(tradeId)
  }

  /** Whether it was left to the owner of a trade to close it. */
  isHandedOver(tradeId: string): boolean {
    const tries = this.#tries.get(tradeId)
    return tries !== undefined && isHandedOver(tries)
  }

  /** Those to be tried again at a market time, which wait no longer; none outside of the session. */
  takeDue(now: Instant, session: Session, rules: MarketRules, trades: OpenTrades): ExitRequest[] {
    if (now < session.open || now >= session.close) return []
    const due: ExitRequest[] = []
    for (const [tradeId, tries] of this.#tries) {
      const trade = trades.get(tradeId)
      const timeIsUp = trade !== null && timeUp(trade, session, rules).at <= now
      if (!isRetryDue(tries, now, timeIsUp)) continue
      this.#tries.delete(tradeId)
      due.push({ tradeId, reason: tries.reason, at: now })
    }
    return due
  }
}
