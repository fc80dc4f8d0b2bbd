import type { Order } from '../orders/orders.ts'
import type { Kill, TradeRecords } from './TradeRecords.ts'

/** Whose an order, a trade or a leg is. */
type Owned = Pick<Order, 'userId' | 'strategyId'>

/** What stops entries that are decided already, as the note of an order that it cancels. */
export const STOP_NOTES = { KILL_SWITCH: 'stopped by a kill switch', ACCOUNT: 'entries for its account are stopped' } as const
export type StopNote = (typeof STOP_NOTES)[keyof typeof STOP_NOTES]

/** What stops entries: kill switches in force, of everything, of a user or of a strategy, and accounts for which nothing may be opened. */
export class EntryStops {
  readonly #records: Pick<TradeRecords, 'kills' | 'barredUsers'>
  #kills: readonly Kill[] = []
  #barred: ReadonlySet<string> = new Set()

  constructor(records: Pick<TradeRecords, 'kills' | 'barredUsers'>) {
    this.#records = records
  }

  /** From the books. */
  async read(): Promise<void> {
    const [kills, barred] = await Promise.all([this.#records.kills(), this.#records.barredUsers()])
    this.#kills = kills
    this.#barred = new Set(barred)
  }

  /** Stops everything by an order that is not in the books yet, until they are read again. */
  stopAll(squareOff: boolean): void {
    this.#kills = [...this.#kills, { scope: 'GLOBAL', squareOff }]
  }

  get areLifted(): boolean {
    return this.#kills.length === 0 && this.#barred.size === 0
  }

  /** What stops it; null: nothing does. */
  stopOf(owned: Owned): StopNote | null {
    if (this.#kills.some((kill) => covers(kill, owned))) return STOP_NOTES.KILL_SWITCH
    return this.#barred.has(owned.userId) ? STOP_NOTES.ACCOUNT : null
  }

  /** Whether any kill switch closes what is open as well. */
  squaresOff(owned: Owned): boolean {
    return this.#kills.some((kill) => kill.squareOff && covers(kill, owned))
  }
}

function covers(kill: Kill, { userId, strategyId }: Owned): boolean {
  return kill.scope === 'GLOBAL' || kill.scopeId === (kill.scope === 'USER' ? userId : strategyId)
}
