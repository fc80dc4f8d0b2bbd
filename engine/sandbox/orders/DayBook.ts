import { paise, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { CarriedPosition, LedgerEntry } from './LedgerEntry.ts'
import { isFinal, type Conversion, type SandboxFill, type SandboxOrder } from './Order.ts'
import { cashOf, positionsOf, type Position } from './positions.ts'

/** What a client code begins its first day with: ten lakh rupees. */
export const FIRST_DEPOSIT = paise(10_00_000_00)

interface Account {
  /** Each order with all its changes, oldest first. */
  readonly orders: Map<string, SandboxOrder[]>
  readonly fills: SandboxFill[]
  readonly conversions: Conversion[]
  readonly busts: Map<string, Instant>
  readonly cash: Paise
  readonly carried: readonly CarriedPosition[]
}

/** The books of the market day in force, built from the ledger's entries and nothing else. Can be read as of any moment. */
export class DayBook {
  #accounts = new Map<string, Account>()
  #owners = new Map<string, string>()
  /** Orders that are not at their end. */
  #live = new Map<string, SandboxOrder>()
  #fillCount = 0

  apply(entry: LedgerEntry): void {
    if (entry.kind === 'day') {
      this.#accounts = new Map(entry.carried.map(({ clientCode, cash, positions }) => [clientCode, emptyAccount(cash, positions)]))
      this.#owners = new Map()
      this.#live = new Map()
      this.#fillCount = 0
    } else if (entry.kind === 'order') this.#put(entry.order)
    else if (entry.kind === 'fill') {
      this.#fillCount++
      this.#account(entry.fill.clientCode).fills.push(entry.fill)
    } else if (entry.kind === 'conversion') this.#account(entry.conversion.clientCode).conversions.push(entry.conversion)
    else if (entry.kind === 'bust') this.#account(entry.clientCode).busts.set(entry.fillId, entry.at)
  }

  /** An order as it stands; null when today knows none of that id. */
  order(orderId: string): SandboxOrder | null {
    const owner = this.#owners.get(orderId)
    return owner === undefined ? null : this.#account(owner).orders.get(orderId)!.at(-1)!
  }

  /** How many orders the day has had. */
  get orderCount(): number {
    return this.#owners.size
  }

  /** How many fills the day has had, annulled ones too. */
  get fillCount(): number {
    return this.#fillCount
  }

  /** Every live order, of all clients. */
  live(): readonly SandboxOrder[] {
    return [...this.#live.values()]
  }

  get clientCodes(): readonly string[] {
    return [...this.#accounts.keys()]
  }

  /** A client's orders as his book showed them at a moment, oldest first. */
  ordersAt(clientCode: string, at: Instant): SandboxOrder[] {
    return [...this.#account(clientCode).orders.values()].flatMap((changes) => {
      const order = changes.findLast((change) => change.updatedAt <= at)
      return order && order.visibleFrom <= at && !order.vanished ? [order] : []
    })
  }

  /** All fills of a client but the annulled ones, oldest first. */
  fills(clientCode: string): SandboxFill[] {
    const { fills, busts } = this.#account(clientCode)
    return fills.filter(({ fillId }) => !busts.has(fillId))
  }

  /** A client's fills as his books showed them at a moment. */
  fillsAt(clientCode: string, at: Instant): SandboxFill[] {
    const { fills, busts, orders } = this.#account(clientCode)
    return fills.filter((fill) => {
      const shown = (orders.get(fill.orderId)?.at(-1)?.visibleFrom ?? 0) <= at
      return fill.at <= at && shown && (busts.get(fill.fillId) ?? Infinity) > at
    })
  }

  /** What a client really has, whatever his books show. */
  positions(clientCode: string): Position[] {
    const { carried, conversions } = this.#account(clientCode)
    return positionsOf(carried, this.fills(clientCode), conversions)
  }

  positionsAt(clientCode: string, at: Instant): Position[] {
    const { carried, conversions } = this.#account(clientCode)
    const converted = conversions.filter((conversion) => conversion.at <= at)
    return positionsOf(carried, this.fillsAt(clientCode, at), converted)
  }

  /** What is left of a client's deposit after all that he bought and sold; margins are not taken off. */
  cash(clientCode: string): Paise {
    return paise(this.#account(clientCode).cash + cashOf(this.fills(clientCode)))
  }

  #put(order: SandboxOrder): void {
    const { orders } = this.#account(order.clientCode)
    const changes = orders.get(order.orderId)
    if (changes) changes.push(order)
    else orders.set(order.orderId, [order])
    this.#owners.set(order.orderId, order.clientCode)
    if (isFinal(order) || order.vanished) this.#live.delete(order.orderId)
    else this.#live.set(order.orderId, order)
  }

  #account(clientCode: string): Account {
    const account = this.#accounts.get(clientCode) ?? emptyAccount(FIRST_DEPOSIT, [])
    this.#accounts.set(clientCode, account)
    return account
  }
}

function emptyAccount(cash: Paise, carried: readonly CarriedPosition[]): Account {
  return { orders: new Map(), fills: [], conversions: [], busts: new Map(), cash, carried }
}
