import { paise, type Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { accountId } from '../accountId.ts'
import { instrumentId } from '../instrumentId.ts'
import { mistakeIn } from '../mistakeIn.ts'
import type {
  AccountKey,
  AllowedChanges,
  Answer,
  BasketOrder,
  BrokerFill,
  BrokerOrder,
  BrokerPosition,
  ExecutionPort,
  Funds,
  OrderChange,
  OrderRequest,
  OrderUpdate,
  Placement,
} from '../port.ts'

// The recipe "Add a broker" of CONTRIBUTING.md: the order side of a broker whose exchange is a price that a test moves. Where a broker of
// the product would call the wire, a note says so. It lies in `engine/broker/<broker>/`, with a line in
// `engine/app/parts/executionPart.ts`.

type Booked = { -readonly [Field in keyof BrokerOrder]: BrokerOrder[Field] } & { readonly account: AccountKey }

/** Fills an order at the price of the moment, as far as the other side has units. Everybody begins with ten lakh rupees. */
export class ExampleBroker implements ExecutionPort {
  readonly #orders = new Map<string, Booked>()
  readonly #fills: (BrokerFill & { readonly account: AccountKey })[] = []
  readonly #listeners = new Set<(update: OrderUpdate) => void>()
  #now: Instant = 0

  /** 1. Whether it can be asked, after a restart, about orders that an engine before sent: a real broker can, per mode. */
  remembers(): boolean {
    return false
  }

  /** What it lets be changed of an order that waits: whether a stop may become a limit order, and how often. */
  allowedChanges(): AllowedChanges {
    return { stopIntoLimit: true, most: 25 }
  }

  /** 2. Never rejects. A call without an answer is `unknown`, one turned away is `busy`; the tag makes sending twice harmless. */
  async place(request: OrderRequest): Promise<Placement> {
    const { account, clientOrderId, contract, side, product, quantity, filledQuantity, pricing } = request
    const mistake = mistakeIn(request)
    if (mistake !== null) return { kind: 'refused', code: null, message: mistake }
    if (!this.#orders.has(clientOrderId)) {
      const ids = { clientOrderId, brokerOrderId: `example-${clientOrderId}`, exchangeOrderId: null }
      this.#orders.set(clientOrderId, {
        ...{ account, ...ids, contract, side, product, quantity, filledQuantity, pricing, state: 'OPEN', reason: null },
      })
      this.#tell({ type: 'accepted', clientOrderId, at: this.#now })
    }
    return { kind: 'accepted', brokerOrderId: `example-${clientOrderId}` }
  }

  /** 3. Changes and cancellations are refused for orders unknown, done, or another user’s. */
  async modify(account: AccountKey, clientOrderId: string, { pricing, quantity }: OrderChange): Promise<Answer> {
    const order = this.#waiting(account, clientOrderId)
    if (!order || quantity <= order.filledQuantity) return REFUSED
    Object.assign(order, { pricing, quantity })
    return { kind: 'accepted' }
  }

  async cancel(account: AccountKey, clientOrderId: string, reason: string): Promise<Answer> {
    const order = this.#waiting(account, clientOrderId)
    if (!order) return REFUSED
    Object.assign(order, { state: 'CANCELLED', reason })
    this.#tell({ type: 'cancelled', clientOrderId, at: this.#now, reason })
    return { kind: 'accepted' }
  }

  /** 4. The books: its reports, nothing else. A broker of the product reads them from the wire, and throws a BrokerError if it cannot. */
  async orders(account: AccountKey): Promise<readonly BrokerOrder[]> {
    return [...this.#orders.values()].filter((order) => accountId(order.account) === accountId(account)).map((order) => ({ ...order }))
  }

  async fills(account: AccountKey): Promise<readonly BrokerFill[]> {
    return this.#fills.filter((fill) => accountId(fill.account) === accountId(account))
  }

  async positions(account: AccountKey): Promise<readonly BrokerPosition[]> {
    const held = new Map<string, BrokerPosition>()
    for (const { contract, side, product, quantity } of await this.fills(account)) {
      const key = `${instrumentId(contract)} ${product}`
      const before = held.get(key)?.netQuantity ?? 0
      held.set(key, { contract, product, netQuantity: before + (side === 'BUY' ? quantity : -quantity) })
    }
    return [...held.values()].filter(({ netQuantity }) => netQuantity !== 0)
  }

  async funds(account: AccountKey): Promise<Funds> {
    const spent = (await this.fills(account)).reduce(
      (sum, { side, quantity, price }) => sum + price * (side === 'BUY' ? quantity : -quantity),
      0,
    )
    const waiting = (await this.orders(account)).filter(({ state }) => state === 'OPEN')
    const blocked = waiting.reduce(
      (sum, { side, quantity, filledQuantity, pricing }) => sum + cost(side, quantity - filledQuantity, pricing.limit),
      0,
    )
    return { available: paise(OPENING - spent - blocked), blocked: paise(blocked) }
  }

  async margin(_account: AccountKey, basket: readonly BasketOrder[]): Promise<Paise> {
    return paise(basket.reduce((sum, { side, quantity, pricing }) => sum + cost(side, quantity, pricing.limit), 0))
  }

  /** 5. The fate of orders, as the wire reports it: twice or late perhaps, but the ids of fills stay the same. */
  onUpdate(listener: (update: OrderUpdate) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** 6. Orders that the account’s owner gives in the broker’s app, where there is one: here is none. */
  onByHand(): () => void {
    return () => undefined
  }

  waitingByHand(): readonly [] {
    return []
  }

  /** The exchange, in place of a wire: everything that waits meets a price, with so many units on the other side. */
  meet(price: Paise, units: number, at: Instant): void {
    this.#now = at
    for (const order of this.#orders.values()) {
      const { account, clientOrderId, contract, side, product, state, pricing } = order
      const isGood = side === 'BUY' ? price <= pricing.limit : price >= pricing.limit
      const quantity = Math.min(units, order.quantity - order.filledQuantity)
      if (state !== 'OPEN' || !isGood || quantity === 0) continue
      const fill = { fillId: `${clientOrderId}-${order.filledQuantity}`, clientOrderId, quantity, price, at }
      this.#fills.push({ ...fill, account, contract, side, product })
      order.filledQuantity += quantity
      if (order.filledQuantity === order.quantity) order.state = 'FILLED'
      this.#tell({ type: 'filled', ...fill })
    }
  }

  #waiting(account: AccountKey, clientOrderId: string): Booked | null {
    const order = this.#orders.get(clientOrderId)
    return order?.state === 'OPEN' && accountId(order.account) === accountId(account) ? order : null
  }

  #tell(update: OrderUpdate): void {
    for (const listener of this.#listeners) listener(update)
  }
}

const OPENING = paise(10_00_000_00)
const REFUSED: Answer = { kind: 'refused', code: null, message: 'no such order waits' }
const cost = (side: OrderRequest['side'], units: number, limit: Paise) => (side === 'BUY' ? units * limit : 0)
