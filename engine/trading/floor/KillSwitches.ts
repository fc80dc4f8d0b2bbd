import type { Order } from '../orders/orders.ts'
import type { Kill, TradeRecords } from './TradeRecords.ts'

/** Whose an order, a trade or a leg is. */
type Owned = Pick<Order, 'userId' | 'strategyId'>

/** The kill switches in force: of everything, of a user or of a strategy. */
export class KillSwitches {
  readonly #records: Pick<TradeRecords, 'kills'>
  #kills: readonly Kill[] = []

  constructor(records: Pick<TradeRecords, 'kills'>) {
    this.#records = records
  }

  /** From the books. */
  async read(): Promise<void> {
    this.#kills = await this.#records.kills()
  }

  /** Stops everything by an order that is not in the books yet, until they are read again. */
  stopAll(squareOff: boolean): void {
    this.#kills = [...this.#kills, { scope: 'GLOBAL', squareOff }]
  }

  get areLifted(): boolean {
    return this.#kills.length === 0
  }

  /** Whether any of them stops it. */
  stops(owned: Owned): boolean {
    return this.#kills.some((kill) => covers(kill, owned))
  }

  /** Whether any of them closes what is open as well. */
  squaresOff(owned: Owned): boolean {
    return this.#kills.some((kill) => kill.squareOff && covers(kill, owned))
  }
}

function covers(kill: Kill, { userId, strategyId }: Owned): boolean {
  return kill.scope === 'GLOBAL' || kill.scopeId === (kill.scope === 'USER' ? userId : strategyId)
}
