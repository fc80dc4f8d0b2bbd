import type { IndexSymbol } from '../../schema/market/indices.ts'
import type { MarketRules, Session } from '../../schema/market/MarketRules.ts'
import { fromRupees } from '../../schema/money.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { quotedPricing } from '../analysis/agent/agentPricing.ts'
import type { AgentPricing, Today } from '../analysis/agent/Analysis.ts'
import type { CandleBook } from '../market/CandleBook.ts'
import { agentSession, lastWholeSession } from './agentSession.ts'
import type { ExamineTask } from './examine.ts'
import { dayCloses } from './FinishedSessions.ts'
import { quotedPair, type OptionQuotes } from './quotedPair.ts'

/** Market time for which current quotes count as those of the moment that is looked at. */
const QUOTE_LIFE = 30 * SECOND

export interface IndexSightsParts {
  readonly book: Pick<CandleBook, 'columns' | 'lastTime'>
  readonly rules: () => MarketRules
  readonly marketNow: () => Instant
  readonly quotes: () => OptionQuotes
}

/** What every key of an index is examined with at one moment. */
export type IndexSight = Pick<ExamineTask, 'candleAt' | 'today' | 'quoted'>

/** What can be seen of an index at a moment of a session: the candles until then, and the quotes of that moment. */
export class IndexSights {
  readonly #parts: IndexSightsParts

  constructor(parts: IndexSightsParts) {
    this.#parts = parts
  }

  /** After the last candle of today's session; without one, after that of the session of the last candles. Null: there are none either. */
  latest(symbol: IndexSymbol): IndexSight | null {
    const last = this.#parts.book.lastTime(symbol)
    const session = this.#sessionNow(last)
    if (!session) return null
    const candles =
      last === null || last < session.open ? 0 : Math.min(last - session.open, session.close - session.open - MINUTE) / MINUTE + 1
    return this.after(symbol, session, candles)
  }

  /** After so many candles of a session. */
  after(symbol: IndexSymbol, session: Session, candles: number): IndexSight {
    const today = this.today(symbol, session, candles)
    const candleAt = session.open + (candles - 1) * MINUTE
    return { candleAt, today, quoted: this.#quotedAt(candleAt + MINUTE, symbol, today) }
  }

  /** The first candles of a session. */
  today(symbol: IndexSymbol, session: Session, candles: number): Today {
    const { book, rules } = this.#parts
    const { time, close } = book.columns(symbol)
    const from = time.findLastIndex((at) => at < session.open) + 1
    const column = dayCloses(session.open, candles, time.subarray(from), (place) => close[from + place]!)
    return { date: istDate(session.open), closes: column, sessionMinutes: rules().tradedMinutesOf(session) }
  }

  #sessionNow(last: Instant | null): Session | null {
    const rules = this.#parts.rules()
    const today = agentSession(rules, istDate(this.#parts.marketNow()))
    return today || last === null ? today : lastWholeSession(rules, istDate(last))
  }

  /** Null for a moment gone by: so are its quotes. */
  #quotedAt(at: Instant, symbol: IndexSymbol, { closes }: Today): AgentPricing | null {
    const { marketNow, quotes } = this.#parts
    const spot = closes.at(-1) ?? NaN
    if (Number.isNaN(spot) || marketNow() - at > QUOTE_LIFE) return null
    const pair = quotedPair(quotes(), symbol, fromRupees(spot), at)
    return pair && quotedPricing(symbol, pair)
  }
}
