import type { Logger } from 'pino'
import type { MarketRules } from '../../schema/market/MarketRules.ts'
import { istDate, MINUTE, SECOND, type Instant } from '../../schema/time.ts'
import { PaperBroker } from './paper/PaperBroker.ts'
import type { AccountKey, Answer, ExecutionPort, OrderChange, OrderRequest, OrderUpdate, Placement, Tick } from './port.ts'

/** A fill on paper of a live order; its id follows from the order and its earlier fills. */
export type DryFill = Extract<OrderUpdate, { readonly type: 'filled' }>

export interface DryRunParts {
  readonly rules: () => MarketRules
  /** Stores fills; returns ids whose orders are not in the books. */
  readonly save: (fills: readonly DryFill[]) => Promise<ReadonlySet<string>>
  readonly log: Pick<Logger, 'warn'>
}

/** Market milliseconds between two writes. */
const SAVE_EVERY = 5 * SECOND
/** Market milliseconds after which a fill whose order is not in the books is dropped: a stop at the exchange becomes one when it trades. */
const KEPT_FOR = 10 * MINUTE
/** Fills kept while the database does not answer. */
const MOST_WAITING = 10_000
/** Market milliseconds that paper may take longer than the market for an order: a fill at the price of another moment compares nothing. */
const FILLS_AFTER_LIVE = 3 * SECOND

/** A live order as far as the market filled it. */
interface LiveOrder {
  readonly account: AccountKey
  quantity: number
  filled: number
  /** Market time when the market had fully filled it. */
  filledAt: Instant | null
}

/**
 * What paper would have filled of the live orders, by the same quotes and the same model: the difference is what the real market cost. Sends
 * nothing and answers nobody. An order ends here when it ended at the broker; one fully filled there has three seconds left. A
 * restart leaves the orders under way without a comparison.
 */
export class DryRun implements Pick<ExecutionPort, 'place' | 'modify' | 'cancel'> {
  readonly #parts: DryRunParts
  #paper: PaperBroker
  #now: Instant
  #patience: number
  #savedAt: Instant
  #waiting: readonly DryFill[] = []
  #saving: Promise<void> | null = null
  /** By client order id. */
  readonly #live = new Map<string, LiveOrder>()

  /** `now`: market time. `patience`: market milliseconds an entry on paper waits. */
  constructor(parts: DryRunParts, now: Instant, patience: number) {
    this.#parts = parts
    this.#now = now
    this.#savedAt = now
    this.#patience = patience
    this.#paper = this.#openDay()
  }

  place(order: OrderRequest): Promise<Placement> {
    const { account, clientOrderId, quantity, filledQuantity: filled } = order
    const known = this.#live.get(clientOrderId)
    if (!known) this.#live.set(clientOrderId, { account, quantity, filled, filledAt: null })
    return this.#paper.place(order)
  }

  modify(account: AccountKey, clientOrderId: string, change: OrderChange): Promise<Answer> {
    const order = this.#live.get(clientOrderId)
    if (order) order.quantity = change.quantity
    return this.#paper.modify(account, clientOrderId, change)
  }

  cancel(account: AccountKey, clientOrderId: string, reason: string): Promise<Answer> {
    return this.#paper.cancel(account, clientOrderId, reason)
  }

  /** A broker's report on a live order. */
  onLiveUpdate(update: OrderUpdate): void {
    const { type, clientOrderId } = update
    const order = this.#live.get(clientOrderId)
    if (!order) return
    if (type === 'rejected' || type === 'cancelled' || type === 'expired') this.#end(clientOrderId, order)
    if (type !== 'filled') return
    order.filled = Math.max(order.filled, update.filledInAll ?? order.filled + update.quantity)
    if (order.filled >= order.quantity) order.filledAt ??= this.#now
  }

  onTick(tick: Tick): void {
    this.#paper.onTick(tick)
  }

  /** Market time advanced. Unfilled orders end with their day. */
  onTime(now: Instant, patience: number): void {
    const isNewDay = istDate(now) !== istDate(this.#now)
    this.#now = now
    this.#patience = patience
    if (isNewDay) {
      this.#live.clear()
      this.#paper = this.#openDay()
    }
    for (const [clientOrderId, order] of this.#live)
      if (order.filledAt !== null && Math.abs(now - order.filledAt) > FILLS_AFTER_LIVE) this.#end(clientOrderId, order)
    this.#paper.onTime(now, patience)
    if (Math.abs(now - this.#savedAt) < SAVE_EVERY) return
    this.#savedAt = now
    this.#save()
  }

  /** Stores what there is. Never rejects. */
  async close(): Promise<void> {
    await this.#saving
    this.#save()
    await this.#saving
  }

  #end(clientOrderId: string, { account }: LiveOrder): void {
    this.#live.delete(clientOrderId)
    void this.#paper.cancel(account, clientOrderId, 'over at the broker')
  }

  #openDay(): PaperBroker {
    const paper = new PaperBroker(this.#parts.rules, this.#now, this.#patience)
    paper.onUpdate((update) => {
      if (update.type === 'filled') this.#waiting = [...this.#waiting, update].slice(-MOST_WAITING)
    })
    return paper
  }

  #save(): void {
    if (this.#saving || this.#waiting.length === 0) return
    const fills = this.#waiting
    this.#saving = this.#parts
      .save(fills)
      .then((strangers) => {
        const stored = new Set(fills.filter(({ fillId, at }) => !strangers.has(fillId) || Math.abs(this.#now - at) > KEPT_FOR))
        this.#waiting = this.#waiting.filter((fill) => !stored.has(fill))
      })
      .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'fills of the dry run not stored: they are stored with the next'))
      .finally(() => (this.#saving = null))
  }
}
