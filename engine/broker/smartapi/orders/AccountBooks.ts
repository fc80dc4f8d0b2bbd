import { SECOND, type Instant } from '../../../../schema/time.ts'
import { BrokerError, type BrokerFill, type BrokerOrder, type BrokerPosition } from '../../port.ts'
import { saysEmpty } from '../brokerCodes.ts'
import { ENDPOINTS, type Endpoint } from '../endpoints.ts'
import type { SmartApiRest } from '../SmartApiRest.ts'
import { readOrders, readPositions, readTrades, type KnownOrders, type KnownTrades, type OrderRow, type TradeRow } from './bookRows.ts'
import { KnownRows } from './KnownRows.ts'
import type { OrderRegister } from './OrderRegister.ts'
import { refusalInWords } from './orderTexts.ts'
import { SharedRead, type Reading } from '../../SharedRead.ts'
import { isDone } from './TrackedOrder.ts'

/** Milliseconds for which an order that was taken may be missing in the book: that lags by up to ten seconds. */
const ON_ITS_WAY_FOR = 15 * SECOND
/** Milliseconds for which positions count without a new read, when the orders show no fill since. */
const PAIRED_FOR = 5 * SECOND

/**
 * The books of one account, each read at most once a second for all callers. Readings go through the register first. Fills and
 * positions are never older than the orders that were returned before them: fills in between count in both, never in neither.
 */
export class AccountBooks {
  readonly #register: () => OrderRegister
  readonly #orders: SharedRead<readonly OrderRow[]>
  readonly #trades: SharedRead<readonly TradeRow[]>
  readonly #positions: SharedRead<readonly BrokerPosition[]>
  /** Milliseconds for which a book is fresh: the broker allows one read a second. */
  readonly #young: number
  #given = -Infinity
  /** Positions, and the latest orders that say that nothing was filled since those before the positions: they go together. */
  #paired: { readonly orders: Reading<readonly OrderRow[]>; readonly positions: Reading<readonly BrokerPosition[]> } | null = null
  #latest: Reading<readonly OrderRow[]> | null = null
  #outdatedAt = -Infinity
  #leftOut = 0

  /**
   * `now`: market time. `limitFactor`: how many times the broker's limit may be read. `onLeftOut`: called with how many rows of others the
   * order book has that cannot be read, when it is another number than before.
   */
  constructor(
    rest: SmartApiRest,
    register: () => OrderRegister,
    now: () => Instant,
    limitFactor: number,
    onLeftOut: (rows: number) => void,
  ) {
    this.#register = register
    this.#young = SECOND / limitFactor
    const knownOrders: KnownOrders = new KnownRows('orderid')
    const knownTrades: KnownTrades = new KnownRows('fillid')
    this.#orders = new SharedRead(async (sent) => {
      let readAt = performance.now()
      const onSent = () => {
        readAt = performance.now()
        sent()
      }
      const data = await this.#readBook(rest, ENDPOINTS.orderBook, onSent)
      const [today, at] = [register(), now()]
      const { orders: rows, leftOut } = readOrders(data, (id) => today.tagOf(id) !== '', knownOrders)
      if (leftOut !== this.#leftOut) onLeftOut((this.#leftOut = leftOut))
      today.onBook(rows, at, readAt)
      if (this.#paired && differ(this.#paired.orders.value, rows)) this.#paired = null
      return rows
    })
    this.#trades = new SharedRead(async (sent) => {
      const data = await this.#readBook(rest, ENDPOINTS.tradeBook, sent)
      const [today, at] = [register(), now()]
      const rows = readTrades(data, (id) => today.contractOf(id), at, knownTrades)
      today.onTrades(rows, at, performance.now())
      return rows
    })
    this.#positions = new SharedRead(async (sent) => readPositions(await this.#readBook(rest, ENDPOINTS.positions, sent)))
  }

  /** Orders and, after them, fills as they are from now on. */
  async refresh(): Promise<void> {
    const asked = performance.now()
    await this.#orders.read(asked)
    await this.#trades.read(asked)
  }

  /** Something has happened that books from before would not show. */
  outdate(): void {
    this.#outdatedAt = performance.now()
  }

  /** Of the book, and those that the broker has taken and the book does not show yet. */
  async orders(): Promise<readonly BrokerOrder[]> {
    const fresh = this.#fresh()
    const reading = this.#paired && this.#paired.orders.askedAt >= fresh ? this.#paired.orders : await this.#orders.read(fresh)
    const paired = this.#paired
    if (paired) this.#paired = differ(paired.orders.value, reading.value) ? null : { ...paired, orders: reading }
    this.#latest = reading
    this.#given = Math.max(this.#given, reading.askedAt)
    const today = this.#register()
    return [...reading.value.map((row) => shown(row, today)), ...missing(today, reading)]
  }

  async fills(): Promise<readonly BrokerFill[]> {
    const { value } = await this.#trades.read(this.#since())
    const today = this.#register()
    const filled = new Map<string, number>()
    return value.map(({ fillId, brokerOrderId, contract, side, product, quantity, price, at }) => {
      const filledInAll = (filled.get(brokerOrderId) ?? 0) + quantity
      filled.set(brokerOrderId, filledInAll)
      return { fillId, clientOrderId: today.tagOf(brokerOrderId), contract, side, product, quantity, price, filledInAll, at }
    })
  }

  async positions(): Promise<readonly BrokerPosition[]> {
    const [latest, paired] = [this.#latest, this.#paired]
    const isUnchanged = paired && paired.orders === latest
    if (isUnchanged && paired.positions.askedAt >= Math.max(performance.now() - PAIRED_FOR, this.#outdatedAt)) return paired.positions.value
    const positions = await this.#positions.read(this.#since())
    if (latest && latest.askedAt <= positions.askedAt) this.#paired = { orders: latest, positions }
    return positions.value
  }

  /**
   * The data of a book; null: it is empty. Throws a BrokerError for an empty answer where the books have shown that an order of ours was
   * filled: that stays for the day, as do its trades and its position, closed or not.
   */
  async #readBook(rest: SmartApiRest, endpoint: Endpoint, sent: () => void): Promise<unknown> {
    const data = await rest.read(endpoint, null, sent).catch((error: unknown) => {
      if (error instanceof BrokerError && saysEmpty(error)) return null
      throw error
    })
    const isEmpty = data === null || data === '' || (Array.isArray(data) && data.length === 0)
    const { filled, trades } = this.#register().shown
    if (isEmpty && (endpoint === ENDPOINTS.tradeBook ? trades : filled))
      throw new BrokerError('malformed', `${endpoint.path}: empty, although an order was filled`)
    return data
  }

  #since(): number {
    return Math.max(this.#given, this.#fresh())
  }

  #fresh(): number {
    return Math.max(performance.now() - this.#young, this.#outdatedAt)
  }
}

function shown(row: OrderRow, today: OrderRegister): BrokerOrder {
  const { brokerOrderId, exchangeOrderId, contract, side, product, quantity, filled, pricing, text } = row
  const { exchange, token } = contract
  // The tag of a row may be missing.
  const tag = today.tagOf(brokerOrderId) || row.tag
  const state = row.state ?? today.find(tag)?.state ?? 'PENDING'
  return {
    ...{ clientOrderId: tag, brokerOrderId, exchangeOrderId, contract: { exchange, token }, side, product },
    ...{
      quantity,
      filledQuantity: filled,
      pricing,
      state,
      reason: isDone({ state }) && state !== 'FILLED' && text !== '' ? refusalInWords(text) : null,
    },
  }
}

/** Whether of two readings of the order book one has other orders, or other units filled. */
function differ(one: readonly OrderRow[], other: readonly OrderRow[]): boolean {
  const filledIn = (rows: readonly OrderRow[]) => rows.reduce((units, { filled }) => units + filled, 0)
  return one.length !== other.length || filledIn(one) !== filledIn(other)
}

/**
 * Orders that the broker has taken and a reading of its book does not show: on their way, whatever the socket reported, as their fills are
 * in no older positions.
 */
function missing(today: OrderRegister, { value, askedAt }: Reading<readonly OrderRow[]>): BrokerOrder[] {
  const shown = new Set(value.map(({ brokerOrderId }) => brokerOrderId))
  return [...today.orders].flatMap((order) => {
    const { clientOrderId, brokerOrderId, exchangeOrderId, side, product, quantity, pricing, inBookSince, since } = order
    const hasEndedEmpty = isDone(order) && order.state !== 'FILLED' && order.filled === 0
    // One that an earlier reading had, and this one has not, is gone. So is one that no reading has had for so long.
    const isGone = inBookSince === null ? askedAt - since > ON_ITS_WAY_FOR : inBookSince <= askedAt
    if (brokerOrderId === null || shown.has(brokerOrderId) || isGone || hasEndedEmpty) return []
    const { exchange, token } = order.contract
    const ids = { clientOrderId, brokerOrderId, exchangeOrderId, contract: { exchange, token } }
    return { ...ids, side, product, quantity, filledQuantity: 0, pricing, state: 'PENDING', reason: null }
  })
}
