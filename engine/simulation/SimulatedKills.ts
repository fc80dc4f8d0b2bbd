import type { KillScope } from '../../schema/trading/denials.ts'
import type { Kill } from '../trading/floor/TradeRecords.ts'

const WIDEST_FIRST: readonly KillScope[] = ['GLOBAL', 'STRATEGY', 'USER']

/** The kill switches that people pull and lift. */
export class SimulatedKills {
  #inForce: readonly Kill[] = []

  get inForce(): readonly Kill[] {
    return this.#inForce
  }

  /** Changes nothing when the switch is in force. */
  pull(kill: Kill): void {
    if (!this.#inForce.some((other) => isSameSwitch(other, kill))) this.#inForce = [...this.#inForce, kill]
  }

  lift(kill: Kill): void {
    this.#inForce = this.#inForce.filter((other) => !isSameSwitch(other, kill))
  }

  /** The widest one in force for an order or a subscription; null: none is. */
  widestFor({ userId, strategyId }: { readonly userId: string; readonly strategyId: string }): KillScope | null {
    const scopes = this.#inForce
      .filter((kill) => kill.scope === 'GLOBAL' || kill.scopeId === (kill.scope === 'USER' ? userId : strategyId))
      .map(({ scope }) => scope)
    return WIDEST_FIRST.find((scope) => scopes.includes(scope)) ?? null
  }
}

function isSameSwitch(one: Kill, other: Kill): boolean {
  return one.scope === other.scope && (one.scope === 'GLOBAL' || other.scope === 'GLOBAL' || one.scopeId === other.scopeId)
}
