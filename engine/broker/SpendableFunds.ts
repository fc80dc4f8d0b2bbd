import { paise, type Paise } from '../../schema/money.ts'
import { SECOND } from '../../schema/time.ts'
import { accountId } from './accountId.ts'
import { SharedRead, type Reading } from './SharedRead.ts'
import type { AccountKey, ExecutionPort, Funds } from './port.ts'

/** Real milliseconds for which an answer about funds counts: an owner may spend by hand. */
const YOUNG = 2 * SECOND

/** What an entry takes, or what is set aside for later entries. */
interface Taken {
  amount: Paise
  /** Monotonic time from which the broker's answers include it; Infinity: it may not be there yet. */
  countedFrom: number
  /** The reserve that so much of it came out of. */
  readonly from: { readonly taken: Taken; readonly amount: Paise } | null
  /** Of a reserve: whether no more entries come for it. */
  readonly isOver: () => boolean
}

const NEVER = () => false

interface Purse {
  readonly read: SharedRead<Funds>
  /** By client order id; what is set aside by its own name. */
  readonly taken: Map<string, Taken>
  /** Answers from before are not used. */
  outdatedAt: number
}

/**
 * What accounts may spend on entries. One answer of the broker serves all entries of an account that wait, and those after them for two
 * seconds, less what was taken out of it: an entry stays subtracted until an answer that was requested after the exchange had the order. An
 * amount that an answer cannot pay for is held against a new one. What the entries of one position take together can be set aside first:
 * then each of them takes its own out of that. Runs on the monotonic clock.
 */
export class SpendableFunds {
  readonly #broker: Pick<ExecutionPort, 'funds'>
  readonly #purses = new Map<string, Purse>()

  constructor(broker: Pick<ExecutionPort, 'funds'>) {
    this.#broker = broker
  }

  /**
   * Takes an amount for an entry; `from` names what may have been set aside for it. Null: it is the entry's; else nothing was taken, and so
   * much is there. A caller that sends no order gives it back. Rejects when the broker's answer cannot be read.
   */
  async take(account: AccountKey, clientOrderId: string, amount: Paise, from: string | null = null): Promise<Paise | null> {
    // Of an earlier attempt, which was not sent.
    this.giveBack(account, clientOrderId)
    return this.#take(account, clientOrderId, amount, from, NEVER)
  }

  /** Sets an amount aside for entries that are to come, until `isOver`; answers and rejects as take(). */
  setAside(account: AccountKey, name: string, amount: Paise, isOver: () => boolean): Promise<Paise | null> {
    return this.#take(account, name, amount, null, isOver)
  }

  /** The exchange has an entry, or it ended: the next answer includes what it took. */
  settle(account: AccountKey, clientOrderId: string): void {
    const taken = this.#purses.get(accountId(account))?.taken.get(clientOrderId)
    if (taken) taken.countedFrom = Math.min(taken.countedFrom, performance.now())
  }

  /** An entry takes nothing: it was not sent, or was rejected. */
  giveBack(account: AccountKey, clientOrderId: string): void {
    const taken = this.#purses.get(accountId(account))?.taken
    const from = taken?.get(clientOrderId)?.from
    if (from) from.taken.amount = paise(from.taken.amount + from.amount)
    taken?.delete(clientOrderId)
  }

  /** Something of the account was closed: its funds are requested again. */
  outdate(account: AccountKey): void {
    const purse = this.#purses.get(accountId(account))
    if (purse) purse.outdatedAt = performance.now()
  }

  /** The account is another one now. */
  forget(account: AccountKey): void {
    this.#purses.delete(accountId(account))
  }

  async #take(account: AccountKey, name: string, amount: Paise, from: string | null, isOver: () => boolean): Promise<Paise | null> {
    const purse = this.#purseOf(account)
    const now = performance.now()
    const before = await purse.read.read(Math.max(now - YOUNG, purse.outdatedAt))
    let left = leftFor(from, purse, before)
    if (amount > left && (before.askedAt < now || purse.taken.size > 0))
      left = leftFor(from, purse, await purse.read.read(performance.now()))
    if (amount > left) return left
    const aside = from === null ? undefined : purse.taken.get(from)
    const part = paise(Math.min(amount, aside?.amount ?? 0))
    if (aside) aside.amount = paise(aside.amount - part)
    purse.taken.set(name, { amount, countedFrom: Infinity, from: aside ? { taken: aside, amount: part } : null, isOver })
    return null
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

/**
 * What an answer leaves for an entry: less amounts taken that it does not include, but with the reserve of `from`. What is in it, or
 * over, is forgotten.
 */
function leftFor(from: string | null, { taken }: Purse, { value: { available }, askedAt }: Reading<Funds>): Paise {
  let left: number = available
  for (const [name, { amount, countedFrom, isOver }] of taken)
    if (countedFrom <= askedAt || isOver()) taken.delete(name)
    else if (name !== from) left -= amount
  return paise(left)
}
