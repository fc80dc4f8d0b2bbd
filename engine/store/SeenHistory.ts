import type { Statements } from '../../prisma/inTransaction.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { addDays, type IsoDate } from '../../schema/time.ts'
import type { AgentRecord } from '../../schema/trading/agentRecord.ts'
import { fullSession } from '../agent/FinishedSessions.ts'
import { SessionIndex, type SessionCloses } from '../analysis/agent/SessionIndex.ts'
import { storedDays } from './agentSessions.ts'

/** What was read of an index: its sessions from a first to a last one, and what the previous analysis saw. */
interface ReadIndex {
  readonly first: IsoDate
  readonly last: IsoDate
  readonly whole: SessionIndex
  seen: SessionIndex
}

/**
 * The finished sessions of a market as its analyses saw them, from the stored candles. One index of each symbol is kept and cut back to
 * what there was: analyses are best asked about from the newest back.
 */
export class SeenHistory {
  readonly #statements: Statements
  readonly #market: string
  readonly #read = new Map<IndexSymbol, ReadIndex>()

  constructor(statements: Statements, market: string) {
    this.#statements = statements
    this.#market = market
  }

  async of({ symbol, history: { first, last } }: Pick<AgentRecord, 'symbol' | 'history'>): Promise<SessionIndex> {
    if (first === null || last === null) return SessionIndex.build([])
    let read = this.#read.get(symbol)
    if (read?.first !== first || read.last < last) {
      const whole = await this.#sessions(symbol, first, last)
      read = { first, last, whole, seen: whole }
      this.#read.set(symbol, read)
    }
    const count = read.whole.placeAfter(last)
    if (read.seen.count !== count) read.seen = read.whole.upTo(count)
    return read.seen
  }

  async #sessions(symbol: IndexSymbol, first: IsoDate, last: IsoDate): Promise<SessionIndex> {
    const sessions: SessionCloses[] = []
    const asked = { market: this.#market, symbol, after: addDays(first, -1), before: addDays(last, 1) }
    for await (const days of storedDays(this.#statements, asked))
      for (const day of days) {
        const closes = fullSession(SHIPPED_MARKET_RULES, day)
        if (closes) sessions.push({ date: day.date, closes })
      }
    return SessionIndex.build(sessions)
  }
}
