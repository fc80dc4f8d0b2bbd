import type { Logger } from 'pino'
import { formatRupees } from '../../../schema/money.ts'
import { accountId } from '../../broker/accountId.ts'
import type { ExecutionPort, OrderRequest } from '../../broker/port.ts'
import { AccountTurns } from './AccountTurns.ts'
import { closableUnits, type Closing } from './closableUnits.ts'
import type { Order } from './orders.ts'
import { accountOf } from './pricedRequest.ts'

export interface AccountChecksParts {
  readonly broker: Pick<ExecutionPort, 'orders' | 'positions' | 'funds' | 'margin'>
  /**
   * Calls back what protects the leg of an exit at the broker; resolves when that has ended, or has not within its time, with what may be
   * there without being in its book.
   */
  readonly unprotect: (exit: Order) => Promise<readonly Closing[]>
  readonly log: Logger
}

/**
 * What an account at a broker with books of its own can send: its owner trades there by hand too, and the broker's books, not ours, say what
 * there is. Checks of an account take turns: two at once would count on the same units, or the same money.
 */
export class AccountChecks {
  readonly #parts: AccountChecksParts
  readonly #turns = new AccountTurns()

  constructor(parts: AccountChecksParts) {
    this.#parts = parts
  }

  /**
   * Calls `send` with how many of an exit's units may be sent, none included, before the next check of the account begins. What protects its
   * leg is called back first. `underWay`: exits that may be missing from the broker's book. Rejects when the books cannot be read, or as
   * `send` does.
   */
  async exit(exit: Order, underWay: () => readonly Order[], send: (units: number) => Promise<void>): Promise<void> {
    const { broker, unprotect, log } = this.#parts
    // Before its turn: the legs of a position are not called back one after another.
    const unprotected = await unprotect(exit)
    return this.#turns.take(accountId(exit), async () => {
      const units = await closableUnits(broker, accountOf(exit), exit, [...underWay(), ...unprotected])
      const { clientOrderId, quantity } = exit
      if (units < quantity) log.error({ clientOrderId, quantity, units }, 'the account holds less than its books say')
      await send(units)
    })
  }

  /** Calls `send` with the reason why an entry's money is not there, or null, before the next check of the account begins. Never rejects. */
  entry(request: OrderRequest, send: (refusal: string | null) => void): Promise<void> {
    return this.#turns.take(accountId(request.account), async () => send(await this.#shortOf(request)))
  }

  async #shortOf(request: OrderRequest): Promise<string | null> {
    const { broker, log } = this.#parts
    const { account, clientOrderId } = request
    try {
      const needed = await broker.margin(account, [request])
      const { available } = await broker.funds(account)
      if (needed <= available) return null
      return `the broker asks for ${formatRupees(needed)} and the account has ${formatRupees(available)}`
    } catch (error) {
      log.warn({ err: error, clientOrderId }, 'an entry was not sent: what the account may spend is not known')
      return 'what the account may spend is not known'
    }
  }
}
