import { INDEX_SYMBOLS } from '../../schema/market/indices.ts'
import type { MarketRules, Session } from '../../schema/market/MarketRules.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { SCAN_MINUTES } from '../../schema/trading/agent.ts'
import { GRID_MINUTES } from '../analysis/agent/agentModel.ts'
import type { CandleBook } from '../market/CandleBook.ts'
import { lastWholeSession } from './agentSession.ts'

/** Market time that a scan waits for candles which do not come. */
const CANDLE_PATIENCE = 15 * SECOND

export interface ScanTimesParts {
  readonly book: Pick<CandleBook, 'lastTime'>
  readonly rules: () => MarketRules
  readonly marketNow: () => Instant
}

/** When the market can be scanned: minutes count from a session's open, 2 for two candles. */
export class ScanTimes {
  readonly #parts: ScanTimesParts

  constructor(parts: ScanTimesParts) {
    this.#parts = parts
  }

  /** The minute of the session when a scan is due and its candles are stored; null: none. Scans missed today, after `scannedAt`, come first. */
  dueMinute(scannedAt: Instant | null, session: Session): number | null {
    const now = this.#parts.marketNow()
    const length = (session.close - session.open) / MINUTE
    const present = Math.min(length, Math.floor((now - session.open) / MINUTE))
    const isMissing = scannedAt !== null && scannedAt >= session.open && scannedAt < session.close
    let minute = isMissing ? (scannedAt - session.open) / MINUTE + 1 : present
    while (isMissing && minute <= present && !isScanMinute(minute)) minute++
    while (!isMissing && minute > 0 && !isScanMinute(minute)) minute--
    if (minute < 1 || minute > present || (!isMissing && now >= session.close)) return null
    const at = session.open + minute * MINUTE
    return this.#areThere(at - MINUTE, -Infinity) || now >= at + CANDLE_PATIENCE ? minute : null
  }

  /**
   * Whether the last candles of the session before are stored. A sandbox's clock goes from a close to the next open at once, before they
   * are; where they do not come, until the first scan.
   */
  isDayBeforeThere(session: Session | null): boolean {
    const { marketNow, rules } = this.#parts
    if (!session || marketNow() < session.open || marketNow() >= session.open + SCAN_MINUTES * MINUTE) return true
    const before = lastWholeSession(rules(), rules().previousTradingDay(istDate(session.open)))
    // A market without any candle has no day before.
    return this.#areThere(before.open + (rules().tradedMinutesOf(before) - 1) * MINUTE, Infinity)
  }

  #areThere(at: Instant, lastOfNone: number): boolean {
    return INDEX_SYMBOLS.every((symbol) => (this.#parts.book.lastTime(symbol) ?? lastOfNone) >= at)
  }
}

function isScanMinute(minute: number): boolean {
  return minute % SCAN_MINUTES === 0 || minute % GRID_MINUTES === 0
}
