import type { Statements } from '../../prisma/inTransaction.ts'
import type { IndexSymbol } from '../../schema/market/indices.ts'
import { SHIPPED_MARKET_RULES } from '../../schema/market/MarketRules.ts'
import { paise, toRupees } from '../../schema/money.ts'
import { addDays, type IsoDate } from '../../schema/time.ts'
import type { AgentRecord } from '../../schema/trading/agentRecord.ts'
import type { StoredDay } from '../agent/AgentStore.ts'
import { dayCloses } from '../agent/FinishedSessions.ts'
import { recompute } from '../agent/recompute.ts'
import type { Today } from '../analysis/agent/Analysis.ts'
import { storedDays } from './agentSessions.ts'
import { SeenHistory } from './SeenHistory.ts'

/** Recomputes stored analyses of a market from its stored candles. Reads only. */
export class Recomputation {
  readonly #statements: Statements
  readonly #market: string
  readonly #history: SeenHistory
  /** The day of each index that was read last; null: it has no candle. */
  readonly #days = new Map<IndexSymbol, { readonly date: IsoDate; readonly day: StoredDay | null }>()

  constructor(statements: Statements, market: string) {
    this.#statements = statements
    this.#market = market
    this.#history = new SeenHistory(statements, market)
  }

  /** Whether a record comes out as its stored text, bit for bit. */
  async isSame(text: string): Promise<boolean> {
    // As it was written: what is read by the schema has its fields in another order, perhaps.
    const record = JSON.parse(text) as AgentRecord
    return recompute(record, await this.#history.of(record), await this.#todayOf(record)) === text
  }

  async #todayOf({ symbol, date, minute, spot, window }: AgentRecord): Promise<Today> {
    const session = SHIPPED_MARKET_RULES.indexSessionOf(date) ?? SHIPPED_MARKET_RULES.sessionHours(date)
    const day = await this.#dayOf(symbol, date)
    const closes = dayCloses(session.open, minute + 1, day?.times ?? [], (place) => toRupees(paise(day!.closes[place]!)))
    // What had not come yet was not seen, though it is stored now.
    if (spot === null) closes.fill(NaN)
    for (const [place, close] of window.entries()) if (close === null) closes[closes.length - window.length + place] = NaN
    return { date, closes, sessionMinutes: SHIPPED_MARKET_RULES.tradedMinutesOf(session) }
  }

  async #dayOf(symbol: IndexSymbol, date: IsoDate): Promise<StoredDay | null> {
    const known = this.#days.get(symbol)
    if (known?.date === date) return known.day
    const asked = { market: this.#market, symbol, after: addDays(date, -1), before: addDays(date, 1) }
    let day: StoredDay | null = null
    for await (const days of storedDays(this.#statements, asked)) day ??= days[0] ?? null
    this.#days.set(symbol, { date, day })
    return day
  }
}
