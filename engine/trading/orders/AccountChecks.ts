import { formatRupees, paise, type Paise } from '../../../schema/money.ts'
import { denialReason } from '../../../schema/trading/describeDenial.ts'
import { accountId } from '../../broker/accountId.ts'
import type { AccountKey, BasketOrder, ExecutionPort, OrderRequest } from '../../broker/port.ts'
import { SpendableFunds } from '../../broker/SpendableFunds.ts'
import { oppositeOf } from '../../../schema/trading/OrderSide.ts'
import { AccountTurns } from './AccountTurns.ts'
import { excessOf } from './Excess.ts'
import type { HandOrders } from './HandOrders.ts'
import type { ClosingOrder, EntryOrder, Order } from './orders.ts'
import { FUNDS_UNKNOWN, PositionFunds, type PositionFundsParts } from './PositionFunds.ts'
import { accountOf } from './pricedRequest.ts'
import { UnitLedger, type AccountBook, type LegUnits, type OwnOrder } from './UnitLedger.ts'

/** An order by hand is its owner's: filled after the exit, it opens a position. */
const BESIDE_HAND = 'an exit goes beside orders that its owner has waiting by hand, which may open a position of his once they are filled'
/** Why an order is refused while the broker's books cannot be read. */
export const HOLDINGS_UNKNOWN = 'the holdings of the account are unknown'

export interface AccountChecksParts extends PositionFundsParts {
  readonly broker: Pick<ExecutionPort, 'orders' | 'positions' | 'fills' | 'funds' | 'margin'>
  /** Whether something protects the leg of an exit at the broker. */
  readonly isProtected: (exit: Order) => boolean
  /** Cancels the stops of an exit's leg at the broker; resolves when they have ended, or have not within their time. */
  readonly unprotect: (exit: Order) => Promise<void>
  /** The broker's books have less of an exit's leg than it was to close. */
  readonly doubt: (exit: Order) => void
  /** The open legs of an account, by our own books. */
  readonly legsOf: (account: AccountKey) => readonly LegUnits[]
  /** An account's protective stops that have not ended. */
  readonly stopsOf: (account: AccountKey) => readonly OwnOrder[]
  /** An account's orders that were sent and have not ended. */
  readonly sentOf: (account: AccountKey) => readonly OwnOrder[]
  /** What owners have waiting by hand. */
  readonly byHand: Pick<HandOrders, 'against' | 'units'>
  /** The open legs of an entry's position, by our own books. */
  readonly besideOf: (entry: Order) => readonly BasketOrder[]
}

/** An exit whose units are still to be looked up. */
interface WaitingExit {
  readonly exit: Order
  readonly send: (units: number) => Promise<void>
  readonly done: (sent: Promise<void>) => void
}

/**
 * What an account at a broker with books of its own can send: its owner trades there by hand too, and the broker's books, not ours, say what
 * there is. No two orders count on the same units, or the same money. One read of the books serves all that wait; exits wait for no entry.
 */
export class AccountChecks {
  readonly funds: SpendableFunds
  readonly #parts: AccountChecksParts
  readonly #turns = new AccountTurns()
  readonly #positions: PositionFunds
  /** Exits that the next look serves, by account. */
  readonly #waiting = new Map<string, WaitingExit[]>()

  constructor(parts: AccountChecksParts) {
    this.#parts = parts
    this.funds = new SpendableFunds(parts.broker)
    this.#positions = new PositionFunds(parts, this.funds)
  }

  /**
   * Calls `send` with how many of an exit's units may be sent, none included: no more than the broker's books and its own leg have, less what
   * is being closed by hand. What protects its leg is cancelled first, and stays while all of it is being closed by hand, or the books cannot
   * be read. Rejects when the books cannot be read, or as `send` does.
   */
  async exit(exit: Order, send: (units: number) => Promise<void>): Promise<void> {
    const { broker, byHand, isProtected, unprotect, doubt } = this.#parts
    if (isProtected(exit)) {
      const book = await readBook(broker, accountOf(exit))
      const held = this.#ledger(accountOf(exit), book).held(exit.contract, oppositeOf(exit.side))
      if (held <= 0) {
        doubt(exit)
        // It would sell what is not there.
        await unprotect(exit)
      }
      if (held <= byHand.units(exit)) return send(0)
    }
    // Before its turn: the stops of a position are not cancelled one by one.
    await unprotect(exit)
    return new Promise((done) => this.#wait(accountOf(exit), { exit, send, done }))
  }

  /**
   * Calls `send` with how many units of a closing order may be sent, none included: whole lots of what its account is short by an order of ours at
   * this moment, less what is being bought by hand. Rejects when the books cannot be read, or as `send` does.
   */
  excess(order: ClosingOrder, send: (units: number) => Promise<void>): Promise<void> {
    const { broker, byHand, legsOf, sentOf } = this.#parts
    const account = accountOf(order)
    return this.#turns.take(accountId(account), async () => {
      const positions = await broker.positions(account)
      const facts = { legs: legsOf(account), own: sentOf(account), positions, fills: await broker.fills(account) }
      const excess = excessOf(order.contract, facts, order.earlier)
      const units = Math.max(0, Math.min(order.quantity, excess - byHand.units(order)))
      await send(units - (units % order.contract.lotSize))
    })
  }

  /**
   * Calls `send` with the reason against an entry, or null: its money is missing, or the account has the other side of an option that it or
   * its position is about to open. Without a reason the money is the entry's; `send` says whether the entry was sent. The first bought legs of a position need the money of all its legs; what is sold needs what it adds to the margin of its
   * position; `underWay`: what else of that is on its way, and is sold. Never rejects.
   */
  async entry(
    entry: EntryOrder,
    request: OrderRequest,
    underWay: () => readonly BasketOrder[],
    send: (refusal: string | null) => boolean,
  ): Promise<void> {
    const { besideOf } = this.#parts
    const check = async () => {
      const [book, short] = await Promise.all([
        this.#bookFor(request),
        this.#positions.shortOf(entry).then((reason) => reason ?? this.#shortOf(entry, request, () => [...besideOf(entry), ...underWay()])),
      ])
      // Between this and the sending nothing of the account can leave.
      const isSent = send(short ?? (book ? this.#opposedBy(entry, book) : HOLDINGS_UNKNOWN))
      if (!isSent && short === null) this.funds.giveBack(request.account, request.clientOrderId)
    }
    // Sold legs of a position share what hedges them, one after the other.
    await (entry.side === 'SELL' ? this.#turns.take(`position ${entry.tradeId}`, check) : check())
  }

  #wait(account: AccountKey, exit: WaitingExit): void {
    const id = accountId(account)
    const waiting = this.#waiting.get(id)
    if (waiting) {
      waiting.push(exit)
      return
    }
    this.#waiting.set(id, [exit])
    void this.#turns.take(id, async () => {
      // Exits that arrive while the books are read wait for the next read: it lacks fills reported meanwhile.
      const exits = this.#waiting.get(id) ?? []
      this.#waiting.delete(id)
      const sent = this.#send(exits, account)
      for (const [i, { done }] of exits.entries()) done(sent.then((each) => each[i]))
      await sent.then((each) => Promise.allSettled(each)).catch(() => undefined)
    })
  }

  /** All units are assigned before the first exit is sent: nothing that happens meanwhile gives one to two exits. */
  async #send(exits: readonly WaitingExit[], account: AccountKey): Promise<readonly Promise<void>[]> {
    const { broker, byHand, doubt, log } = this.#parts
    let ledger = this.#ledger(account, await readBook(broker, account))
    const given = exits.map(({ exit }) => {
      const { clientOrderId, quantity } = exit
      const units = ledger.closable(exit, byHand.units(exit))
      if (units < quantity) {
        log.error({ clientOrderId, quantity, units }, 'less is left to close than was planned')
        doubt(exit)
      }
      const beside = byHand.against(exit).map((order) => ({ brokerOrderId: order.brokerOrderId, units: order.units }))
      if (beside.length > 0) log.warn({ clientOrderId, userId: exit.userId, beside }, BESIDE_HAND)
      ledger = ledger.before({ ...exit, quantity: units, booked: 0 })
      return units
    })
    return exits.map(({ send }, i) => send(given[i] ?? 0))
  }

  async #bookFor({ account, clientOrderId }: OrderRequest): Promise<AccountBook | null> {
    try {
      return await readBook(this.#parts.broker, account)
    } catch (error) {
      this.#parts.log.warn({ err: error, clientOrderId }, 'an entry was not sent: what the account holds is not known')
      return null
    }
  }

  /** Why an entry, or another one that opens its position, would be set off against what its account has. */
  #opposedBy(entry: EntryOrder, book: AccountBook): string | null {
    const ledger = this.#ledger(accountOf(entry), book)
    for (const each of [entry, ...this.#parts.openingOf(entry)]) {
      const { ours, byHand } = ledger.opposed(each)
      const numbers = { option: each.contract.tradingSymbol, held: oppositeOf(each.side), ours, byHand }
      if (ours + byHand > 0) return denialReason({ reason: 'OPPOSITE_HELD', numbers })
    }
    return null
  }

  #ledger(account: AccountKey, book: AccountBook): UnitLedger {
    const { legsOf, sentOf, stopsOf } = this.#parts
    return new UnitLedger(legsOf(account), [...sentOf(account), ...stopsOf(account)], book)
  }

  async #shortOf({ tradeId }: Order, request: OrderRequest, beside: () => readonly BasketOrder[]): Promise<string | null> {
    const { log } = this.#parts
    const { account, clientOrderId } = request
    try {
      const needed = await this.#neededBy(request, request.side === 'SELL' ? beside() : [])
      const available = await this.funds.take(account, clientOrderId, needed, tradeId)
      if (available === null) return null
      return `the broker asks for ${formatRupees(needed)} and the account has ${formatRupees(available)}`
    } catch (error) {
      log.warn({ err: error, clientOrderId }, 'an entry was not sent: what the account may spend is not known')
      return FUNDS_UNKNOWN
    }
  }

  /** What bought legs cost is paid: they lower what a sold one needs, and set nothing aside themselves. */
  async #neededBy(request: OrderRequest, beside: readonly BasketOrder[]): Promise<Paise> {
    const { broker } = this.#parts
    const { account } = request
    const isSold = beside.some(({ side }) => side === 'SELL')
    const [together, before] = await Promise.all([
      broker.margin(account, [...beside, request]),
      isSold ? broker.margin(account, beside) : paise(0),
    ])
    return paise(Math.max(0, together - before))
  }
}

/** The books that orders are held against. Rejects when they cannot be read. */
async function readBook(broker: Pick<ExecutionPort, 'orders' | 'positions'>, account: AccountKey): Promise<AccountBook> {
  // Orders first: a fill between the two reads counts as waiting and closed, never as neither.
  const orders = await broker.orders(account)
  return { orders, positions: await broker.positions(account) }
}
