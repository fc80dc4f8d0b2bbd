import { INDEX_SYMBOLS, type IndexSymbol } from '../../schema/market/indices.ts'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { paise, toRupees } from '../../schema/money.ts'
import { MINUTE, type IsoDate } from '../../schema/time.ts'
import { finishedSession } from '../analysis/agent/fillHoles.ts'
import { SessionIndex, type SessionCloses } from '../analysis/agent/SessionIndex.ts'
import { agentSession } from './agentSession.ts'
import type { AgentStore, StoredDay } from './AgentStore.ts'
import type { AgentThreads } from './AgentThreads.ts'

export interface FinishedSessionsParts {
  readonly store: Pick<AgentStore, 'days' | 'minutesBefore'>
  readonly threads: Pick<AgentThreads, 'run'>
  readonly rules: () => MarketRules
}

/** What is known of an index. */
interface Known {
  readonly index: SessionIndex
  /** Minutes that were stored of the days before, when they were read. */
  readonly minutes: number
}

/** The finished sessions of every index, in memory that threads share. They never change during a day and never hold the running one. */
export class FinishedSessions {
  readonly #parts: FinishedSessionsParts
  #known: ReadonlyMap<IndexSymbol, Known> = new Map()
  #before: IsoDate | null = null

  constructor(parts: FinishedSessionsParts) {
    this.#parts = parts
  }

  /** Reads the sessions before a day that are not known yet, imported ones too. Rejects when they cannot be read; what was known then stays. */
  async readBefore(date: IsoDate): Promise<void> {
    if (this.#before !== null && date <= this.#before) return
    const known = new Map<IndexSymbol, Known>()
    for (const symbol of INDEX_SYMBOLS) known.set(symbol, await this.#read(symbol, date))
    this.#known = known
    this.#before = date
  }

  /** Without a session until they are read. */
  of(symbol: IndexSymbol): SessionIndex {
    return this.#known.get(symbol)?.index ?? NONE
  }

  async #read(symbol: IndexSymbol, before: IsoDate): Promise<Known> {
    const { store, threads } = this.#parts
    // Counted first: rows stored meanwhile are noticed next time.
    const minutes = await store.minutesBefore(symbol, before)
    const known = await this.#unchanged(symbol)
    const sessions = await this.#finished(symbol, known && known.count > 0 ? known.dateOf(known.count - 1) : null, before)
    if (known && sessions.length === 0) return { index: known, minutes }
    return { index: SessionIndex.attach(await threads.run('index', { known: known && known.shared, sessions })), minutes }
  }

  /** What is known of an index, unless minutes were imported into its days: those may lie anywhere. */
  async #unchanged(symbol: IndexSymbol): Promise<SessionIndex | null> {
    const known = this.#known.get(symbol)
    if (!known || this.#before === null) return null
    return (await this.#parts.store.minutesBefore(symbol, this.#before)) === known.minutes ? known.index : null
  }

  async #finished(symbol: IndexSymbol, after: IsoDate | null, before: IsoDate): Promise<SessionCloses[]> {
    const { store, rules } = this.#parts
    const sessions: SessionCloses[] = []
    for await (const days of store.days(symbol, after, before))
      for (const day of days) {
        const closes = fullSession(rules(), day)
        if (closes) sessions.push({ date: day.date, closes })
      }
    return sessions
  }
}

const NONE = SessionIndex.build([])

/** The closes of a stored day's traded minutes, in rupees; null when it had no full session, or too much is missing. */
export function fullSession(rules: MarketRules, { date, times, closes }: StoredDay): Float64Array | null {
  const session = agentSession(rules, date)
  if (!session) return null
  const minutes = rules.tradedMinutesOf(session)
  return finishedSession(
    dayCloses(session.open, minutes, times, (place) => toRupees(paise(closes[place]!))),
    minutes,
  )
}

/** A column of so many minutes since the open, NaN where there is no candle. `close`: rupees, by the candle's place. */
export function dayCloses(open: number, minutes: number, times: ArrayLike<number>, close: (place: number) => number): Float64Array {
  const column = new Float64Array(minutes).fill(NaN)
  for (let place = 0; place < times.length; place++) {
    const minute = (times[place]! - open) / MINUTE
    if (minute >= 0 && minute < minutes) column[minute] = close(place)
  }
  return column
}
