import { Multimap } from '../../../schema/Multimap.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import { istDate, type Instant, type IsoDate } from '../../../schema/time.ts'
import { accountId } from '../accountId.ts'
import { instrumentId } from '../instrumentId.ts'
import type { AccountKey, BrokerFill, BrokerOrder, BrokerPosition, Funds, InstrumentKey, Product } from '../port.ts'
import { blockedBy, bookedOrder, cashOf, isWaiting, type PaperOrder } from './PaperOrder.ts'

/** What an account has from days before. */
interface Carried {
  cash: Paise
  /** By instrument and product. */
  readonly units: Map<string, { readonly contract: InstrumentKey; readonly product: Product; net: number }>
}

/**
 * The paper broker's books: the orders of the market day, and of the days before what they left of positions and money. Accounts begin
 * with `opening`; what an earlier process did is not known here.
 */
export class PaperLedger {
  readonly #rules: () => MarketRules
  readonly #opening: (account: AccountKey) => Promise<Paise>
  readonly #orders = new Map<string, PaperOrder>()
  /** The same by account: each exit asks what its own holds. */
  readonly #byAccount = new Multimap<string, PaperOrder>()
  readonly #carried = new Map<string, Carried>()
  #date: IsoDate

  constructor(rules: () => MarketRules, opening: (account: AccountKey) => Promise<Paise>, now: Instant) {
    this.#rules = rules
    this.#opening = opening
    this.#date = istDate(now)
  }

  get(clientOrderId: string): PaperOrder | undefined {
    return this.#orders.get(clientOrderId)
  }

  add(order: PaperOrder): void {
    this.#orders.set(order.request.clientOrderId, order)
    this.#byAccount.add(accountId(order.request.account), order)
  }

  /** On a new day the orders that are done leave the book. */
  onTime(now: Instant): void {
    const date = istDate(now)
    if (date === this.#date) return
    this.#date = date
    for (const [tag, order] of this.#orders) {
      if (isWaiting(order)) continue
      this.#orders.delete(tag)
      this.#byAccount.delete(accountId(order.request.account), order)
      if (order.fills.length > 0) this.#carry(order)
    }
  }

  orders(account: AccountKey): BrokerOrder[] {
    return this.#of(account).map(bookedOrder)
  }

  fills(account: AccountKey): BrokerFill[] {
    return this.#of(account)
      .flatMap(({ fills }) => fills)
      .sort((one, other) => one.at - other.at)
  }

  positions(account: AccountKey): BrokerPosition[] {
    const units = new Map([...(this.#carried.get(accountId(account))?.units ?? [])].map(([id, held]) => [id, { ...held }]))
    for (const order of this.#of(account)) addUnits(units, order)
    return [...units.values()].flatMap(({ contract, product, net }) => (net === 0 ? [] : { contract, product, netQuantity: net }))
  }

  async funds(account: AccountKey, now: Instant): Promise<Funds> {
    let cash: number = (await this.#opening(account)) + (this.#carried.get(accountId(account))?.cash ?? 0)
    let blocked = 0
    for (const order of this.#of(account)) {
      cash += cashOf(order, this.#rules())
      const { request, pricing, quantity, filled } = order
      if (isWaiting(order)) blocked += blockedBy({ ...request, pricing, quantity: quantity - filled }, now, this.#rules())
    }
    return { available: paise(cash - blocked), blocked: paise(blocked) }
  }

  #of(account: AccountKey): PaperOrder[] {
    return [...this.#byAccount.of(accountId(account))]
  }

  #carry(order: PaperOrder): void {
    const key = accountId(order.request.account)
    const carried: Carried = this.#carried.get(key) ?? { cash: paise(0), units: new Map() }
    carried.cash = paise(carried.cash + cashOf(order, this.#rules()))
    addUnits(carried.units, order)
    this.#carried.set(key, carried)
  }
}

function addUnits(units: Carried['units'], { request, fills }: PaperOrder): void {
  const bought = fills.reduce((sum, { quantity }) => sum + quantity, 0)
  if (bought === 0) return
  const { side, product } = request
  const { exchange, token } = request.contract
  const id = `${instrumentId(request.contract)} ${product}`
  const held = units.get(id) ?? { contract: { exchange, token }, product, net: 0 }
  held.net += side === 'BUY' ? bought : -bought
  units.set(id, held)
}
