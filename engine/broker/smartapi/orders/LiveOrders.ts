import type { Logger } from 'pino'
import { istDate, type Instant, type IsoDate } from '../../../../schema/time.ts'
import { mistakeIn } from '../../mistakeIn.ts'
import type { OrderCallLog } from '../../OrderCallLog.ts'
import {
  BrokerError,
  type Answer,
  type BasketOrder,
  type MayLeave,
  type OrderChange,
  type OrderRequest,
  type Placement,
  type WaitingByHand,
} from '../../port.ts'
import { ENDPOINTS } from '../endpoints.ts'
import type { SmartApiMarket } from '../SmartApiConfig.ts'
import { SmartApiHttp } from '../SmartApiHttp.ts'
import { SmartApiRest } from '../SmartApiRest.ts'
import { AccountBooks } from './AccountBooks.ts'
import { BookWatch } from './BookWatch.ts'
import { readFunds, readMargin, type OrderRow } from './bookRows.ts'
import type { LiveAccount } from './LiveAccount.ts'
import { OrderAllowance } from './OrderAllowance.ts'
import { cancelBody, marginBody, modifyBody, placeBody } from './orderBodies.ts'
import { OrderCalls, type CallOutcome } from './OrderCalls.ts'
import { OrderRegister, type OrderNews } from './OrderRegister.ts'
import { OrderUpdateSocket } from './OrderUpdateSocket.ts'
import { filledUnits, isDone, mayAppear, urgencyOfChange, type TrackedOrder } from './TrackedOrder.ts'

/** Characters of a tag that the broker keeps. */
const LONGEST_TAG = 15

export interface LiveOrdersParts {
  /** Where orders go. */
  readonly market: Pick<SmartApiMarket, 'restUrl' | 'updatesUrl' | 'family'>
  /** Market time. */
  readonly now: () => Instant
  /** Multiplies the broker's limits; 1 at the broker, a sandbox may have its own. */
  readonly limitFactor: number
  readonly orderCalls: Pick<OrderCallLog, 'add' | 'agesOf'>
  readonly log: Pick<Logger, 'warn'>
}

const NO_SUCH_ORDER: Answer = { kind: 'refused', code: null, message: 'no such order waits' }

/** The orders and books of one account at the broker, watched from the first use until it is closed. */
export class LiveOrders {
  readonly account: LiveAccount
  readonly #userId: string
  readonly books: AccountBooks
  readonly #parts: LiveOrdersParts
  readonly #news: OrderNews
  readonly #http: SmartApiHttp
  readonly #rest: SmartApiRest
  readonly #allowance: OrderAllowance
  readonly #calls: OrderCalls
  readonly #socket: OrderUpdateSocket
  readonly #watch: BookWatch
  /** Of orders that were sent, by tag. */
  readonly #placements = new Map<string, Promise<Placement>>()
  #register: OrderRegister
  #date: IsoDate

  constructor(userId: string, account: LiveAccount, parts: LiveOrdersParts, news: OrderNews) {
    const { market, now, limitFactor, orderCalls, log } = parts
    this.account = account
    this.#userId = userId
    this.#parts = parts
    this.#news = news
    this.#date = istDate(now())
    this.#register = new OrderRegister(news)
    this.#http = new SmartApiHttp({ ...market, apiKey: account.apiKey }, limitFactor)
    this.#rest = new SmartApiRest(this.#http, account)
    this.#allowance = new OrderAllowance(limitFactor)
    this.#calls = new OrderCalls(account, this.#http, this.#allowance, (kind) => orderCalls.add(userId, kind))
    this.books = new AccountBooks(
      this.#rest,
      () => this.#today(),
      now,
      limitFactor,
      (rows) => log.warn({ rows, userId: this.#userId }, 'rows of others in the order book cannot be read and are left out'),
    )
    this.#watch = new BookWatch({ refresh: () => this.books.refresh(), isBusy: () => this.#isBusy() })
    const onOpen = () => this.#watch.nudge()
    this.#socket = new OrderUpdateSocket({ url: market.updatesUrl, account, onOrder: (row) => this.#onFrame(row), onOpen, log })
  }

  open(): void {
    void this.#rememberCalls()
    this.#socket.open()
    void this.#watch.run()
  }

  close(): void {
    this.#watch.close()
    this.#socket.close()
    this.#http.close()
  }

  /** Sends an order, once for each tag whatever its outcome, unless it was provably not taken. */
  place(request: OrderRequest, mayLeave?: MayLeave): Promise<Placement> {
    const { clientOrderId } = request
    const found = this.#today().find(clientOrderId)
    if (found?.brokerOrderId) return Promise.resolve({ kind: 'accepted', brokerOrderId: found.brokerOrderId })
    const before = this.#placements.get(clientOrderId)
    if (before) return before
    const mistake = clientOrderId.length > LONGEST_TAG ? `the tag ${clientOrderId} is too long` : mistakeIn(request)
    if (mistake !== null) return Promise.resolve({ kind: 'refused', code: null, message: mistake })
    const placement = this.#place(request, mayLeave)
    this.#placements.set(clientOrderId, placement)
    return placement
  }

  async modify(clientOrderId: string, change: OrderChange, mayLeave?: MayLeave): Promise<Answer> {
    return this.#alter(clientOrderId, async (order, id) => {
      const body = modifyBody(order, id, change)
      const outcome = await this.#calls.send(ENDPOINTS.modifyOrder, body, urgencyOfChange(order, change), mayLeave)
      if (mayBeTaken(outcome)) order.asked = { change, since: performance.now() }
      return outcome
    })
  }

  async cancel(clientOrderId: string, mayLeave?: MayLeave): Promise<Answer> {
    return this.#alter(clientOrderId, (order, id) => this.#calls.send(ENDPOINTS.cancelOrder, cancelBody(order, id), 'EXIT', mayLeave))
  }

  get waitingByHand(): readonly WaitingByHand[] {
    return this.#today().waitingByHand
  }

  async funds() {
    return readFunds(await this.#rest.read(ENDPOINTS.funds, null))
  }

  async margin(basket: readonly BasketOrder[]) {
    return readMargin(await this.#rest.read(ENDPOINTS.margin, marginBody(basket)))
  }

  /** The budget is the account's: calls of an engine or a connection before this one count. No order waits for them to be read. */
  async #rememberCalls(): Promise<void> {
    const { orderCalls, log } = this.#parts
    try {
      this.#allowance.remember(await orderCalls.agesOf(this.#userId))
    } catch (error) {
      log.warn({ err: error, userId: this.#userId }, 'earlier calls on live orders not read: they do not count against the order budget')
    }
  }

  async #place(request: OrderRequest, mayLeave?: MayLeave): Promise<Placement> {
    const register = this.#today()
    const order = register.sent(request)
    const outcome = await this.#calls.send(ENDPOINTS.placeOrder, placeBody(request), request.purpose, mayLeave)
    if (outcome.kind === 'taken') {
      register.learn(order, outcome.brokerOrderId)
      this.#watch.nudge()
      return { kind: 'accepted', brokerOrderId: outcome.brokerOrderId }
    }
    if (outcome.kind === 'unknown') {
      order.isLost = true
      // Whether it is there shows in a reading from after the answer.
      this.books.outdate()
      this.#watch.nudge()
    } else {
      register.notTaken(order)
      this.#placements.delete(request.clientOrderId)
    }
    return outcome
  }

  async #alter(clientOrderId: string, call: (order: TrackedOrder, brokerOrderId: string) => Promise<CallOutcome>): Promise<Answer> {
    const order = await this.#find(clientOrderId)
    if (order === 'unreadable') return { kind: 'busy' }
    if (!order || isDone(order)) return NO_SUCH_ORDER
    // It may yet appear; nothing can be done to it before.
    if (order.brokerOrderId === null) return { kind: 'busy' }
    const outcome = await call(order, order.brokerOrderId)
    if (mayBeTaken(outcome)) this.#watch.nudge()
    return outcome.kind === 'taken' ? { kind: 'accepted' } : outcome
  }

  /** The order of a tag; of an earlier process, by the order book. */
  async #find(clientOrderId: string): Promise<TrackedOrder | null | 'unreadable'> {
    const known = this.#today().find(clientOrderId)
    if (known) return known
    try {
      await this.books.orders()
      return this.#today().find(clientOrderId)
    } catch (error) {
      if (error instanceof BrokerError) return 'unreadable'
      throw error
    }
  }

  #onFrame(row: OrderRow): void {
    this.#today().onFrame(row, this.#parts.now())
    if (row.filled > 0 || (row.state !== null && isDone({ state: row.state }))) this.books.outdate()
    this.#watch.nudge()
  }

  /** Whether news is expected soon: of an order that is open, may yet appear, or was filled with more than its known fills. */
  #isBusy(): boolean {
    return [...this.#today().orders].some((order) => {
      if (order.brokerOrderId === null) return mayAppear(order)
      return !isDone(order) || filledUnits(order) < order.filled
    })
  }

  /** The register of the market day in force: orders do not outlive their day. */
  #today(): OrderRegister {
    const date = istDate(this.#parts.now())
    if (date === this.#date) return this.#register
    this.#date = date
    this.#placements.clear()
    return (this.#register = new OrderRegister(this.#news))
  }
}

function mayBeTaken({ kind }: CallOutcome): boolean {
  return kind === 'taken' || kind === 'unknown'
}
