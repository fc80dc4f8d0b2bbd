import { SECOND, type Instant } from '../../../../schema/time.ts'
import { BrokerError, type BrokerFill, type BrokerOrder, type BrokerPosition } from '../../port.ts'
import { saysEmpty } from '../brokerCodes.ts'
import { ENDPOINTS, type Endpoint } from '../endpoints.ts'
import type { SmartApiRest } from '../SmartApiRest.ts'
import { readOrders, readPositions, readTrades, type OrderRow, type TradeRow } from './bookRows.ts'
import type { OrderRegister } from './OrderRegister.ts'
import { SharedRead } from './SharedRead.ts'
import { isDone } from './TrackedOrder.ts'

/**
 * The books of one account, each read at most once a second, whoever asks. All that is read goes through the register first. Fills and
 * positions are never older than the orders that were given out before them: what is filled in between counts in both, never in none.
 */
export class AccountBooks {
  readonly #register: () => OrderRegister
  readonly #orders: SharedRead<readonly OrderRow[]>
  readonly #trades: SharedRead<readonly TradeRow[]>
  readonly #positions: SharedRead<readonly BrokerPosition[]>
  /** Milliseconds for which a book is young enough: the broker gives each once a second. */
  readonly #young: number
  #given = -Infinity
  #endedAt = -Infinity

  /** `now`: market time. `limitFactor`: how many times the broker's limit may be read. */
  constructor(rest: SmartApiRest, register: () => OrderRegister, now: () => Instant, limitFactor: number) {
    this.#register = register
    this.#young = SECOND / limitFactor
    this.#orders = new SharedRead(async () => {
      const rows = readOrders(await readBook(rest, ENDPOINTS.orderBook))
      const [today, at] = [register(), now()]
      for (const row of rows) today.onOrder(row, true, at)
      return rows
    })
    this.#trades = new SharedRead(async () => {
      const data = await readBook(rest, ENDPOINTS.tradeBook)
      const [today, at] = [register(), now()]
      const rows = readTrades(data, (id) => today.contractOf(id), at)
      today.onTrades(rows, at, performance.now())
      return rows
    })
    this.#positions = new SharedRead(async () => readPositions(await readBook(rest, ENDPOINTS.positions)))
  }

  /** Orders and, after them, fills as they are from now on. */
  async refresh(): Promise<void> {
    const asked = performance.now()
    await this.#orders.read(asked)
    await this.#trades.read(asked)
  }

  /** An order has ended by what the socket says: a book from before would show it waiting. */
  onEnd(): void {
    this.#endedAt = performance.now()
  }

  /** Of the book, and those that the broker has taken and the book does not show yet. */
  async orders(): Promise<readonly BrokerOrder[]> {
    const { value, askedAt } = await this.#orders.read(Math.max(performance.now() - this.#young, this.#endedAt))
    this.#given = Math.max(this.#given, askedAt)
    const today = this.#register()
    return [...value.map((row) => shown(row, today)), ...missing(today)]
  }

  async fills(): Promise<readonly BrokerFill[]> {
    const { value } = await this.#trades.read(this.#since())
    const today = this.#register()
    return value.map(({ fillId, brokerOrderId, contract, side, quantity, price, at }) => ({
      ...{ fillId, clientOrderId: today.tagOf(brokerOrderId), contract, side, quantity, price, at },
    }))
  }

  async positions(): Promise<readonly BrokerPosition[]> {
    return (await this.#positions.read(this.#since())).value
  }

  #since(): number {
    return Math.max(this.#given, performance.now() - this.#young)
  }
}

/** The data of a book; null: it is empty. */
async function readBook(rest: SmartApiRest, endpoint: Endpoint): Promise<unknown> {
  try {
    return await rest.read(endpoint, null)
  } catch (error) {
    if (error instanceof BrokerError && saysEmpty(error)) return null
    throw error
  }
}

function shown(row: OrderRow, today: OrderRegister): BrokerOrder {
  const { tag, brokerOrderId, exchangeOrderId, contract, side, quantity, filled, pricing, text } = row
  const { exchange, token } = contract
  const state = row.state ?? today.find(tag)?.state ?? 'PENDING'
  return {
    ...{ clientOrderId: tag, brokerOrderId, exchangeOrderId, contract: { exchange, token }, side, quantity, filledQuantity: filled },
    ...{ pricing, state, reason: isDone({ state }) && state !== 'FILLED' && text !== '' ? text : null },
  }
}

/**
 * What the broker has taken and its book does not show yet: on its way, whatever the socket told of it, as what was filled of it is in no
 * older positions.
 */
function missing(today: OrderRegister): BrokerOrder[] {
  return [...today.orders].flatMap((order) => {
    const { clientOrderId, brokerOrderId, exchangeOrderId, side, quantity, pricing, inBook } = order
    const hasEndedEmpty = isDone(order) && order.state !== 'FILLED' && order.filled === 0
    if (brokerOrderId === null || inBook || hasEndedEmpty) return []
    const { exchange, token } = order.contract
    const ids = { clientOrderId, brokerOrderId, exchangeOrderId, contract: { exchange, token } }
    return { ...ids, side, quantity, filledQuantity: 0, pricing, state: 'PENDING', reason: null }
  })
}
