import { paise, type Paise } from '../../schema/money.ts'
import { SECOND } from '../../schema/time.ts'
import { accountId } from './accountId.ts'
import { SharedRead } from './SharedRead.ts'
import type { AccountKey, ExecutionPort, Funds } from './port.ts'

/** Real milliseconds for which an answer about funds counts: an owner may spend by hand. */
const YOUNG = 2 * SECOND

/** What an entry takes. */
interface Taken {
  readonly amount: Paise
  /** Monotonic time from which the broker's answers have it in them; Infinity: it may not be there yet. */
  countedFrom: number
}

interface Purse {
  readonly read: SharedRead<Funds>
  /** By client order id. */
  readonly taken: Map<string, Taken>
  /** Answers from before are not used. */
  outdatedAt: number
}

/**
 * What accounts may spend on entries. One answer of the broker serves all entries of an account that wait, and those after them for two
 * seconds, less what was taken out of it: an entry stays subtracted until an answer that was asked for after the exchange had the order. An
 * amount that an answer cannot pay for is held against a new one. Runs on the monotonic clock.
 */
export class SpendableFunds {
  readonly #broker: Pick<ExecutionPort, 'funds'>
  readonly #purses = new Map<string, Purse>()

  constructor(broker: Pick<ExecutionPort, 'funds'>) {
    this.#broker = broker
  }

  /**
   * Takes an amount for an entry. Null: it is the entry's; else nothing was taken, and so much is there. Whoever does not send the order
   * gives it back. Rejects when the broker's answer cannot be read.
   */
  async take(account: AccountKey, clientOrderId: string, amount: Paise): Promise<Paise | null> {
    const purse = this.#purseOf(account)
    // Of an earlier attempt, which was not sent.
    purse.taken.delete(clientOrderId)
    const now = performance.now()
    const before = await purse.read.read(Math.max(now - YOUNG, purse.outdatedAt))
    let left = leftOf(purse, before.value, before.askedAt)
    if (amount > left && (before.askedAt < now || purse.taken.size > 0)) {
      const anew = await purse.read.read(performance.now())
      left = leftOf(purse, anew.value, anew.askedAt)
    }
    if (amount > left) return left
    purse.taken.set(clientOrderId, { amount, countedFrom: Infinity })
    return null
  }

  /** The exchange has an entry, or it has ended: the next answer says what it took. */
  settle(account: AccountKey, clientOrderId: string): void {
    const taken = this.#purses.get(accountId(account))?.taken.get(clientOrderId)
    if (taken) taken.countedFrom = Math.min(taken.countedFrom, performance.now())
  }

  /** An entry takes nothing: it was not sent, or was rejected. */
  giveBack(account: AccountKey, clientOrderId: string): void {
    this.#purses.get(accountId(account))?.taken.delete(clientOrderId)
  }

  /** Something of the account was closed: what it may spend is asked for anew. */
  outdate(account: AccountKey): void {
    const purse = this.#purses.get(accountId(account))
    if (purse) purse.outdatedAt = performance.now()
  }

  #purseOf(account: AccountKey): Purse {
    const id = accountId(account)
    const known = this.#purses.get(id)
    if (known) return known
    const read = new SharedRead((sent) => {
      // At the earliest: the broker may be asked later.
      sent()
      return this.#broker.funds(account)
    })
    const purse: Purse = { read, taken: new Map(), outdatedAt: -Infinity }
    this.#purses.set(id, purse)
    return purse
  }
}

/** What an answer leaves, without what was taken and is not in it; what is in it is forgotten. */
function leftOf({ taken }: Purse, { available }: Funds, askedAt: number): Paise {
  let left: number = available
  for (const [clientOrderId, { amount, countedFrom }] of taken)
    if (countedFrom <= askedAt) taken.delete(clientOrderId)
    else left -= amount
  return paise(left)
}
