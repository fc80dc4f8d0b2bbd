import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderUpdate } from '../../broker/port.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import { BatchJobs } from './BatchJobs.ts'

/** Updates per booking: enough that a popular signal's fills are cheap, few enough that nothing waits long. */
const MOST_AT_ONCE = 2_000
/** Real milliseconds between checks whether an update whose booking failed is booked. */
const LOOK_AGAIN = 50
const JOB = 'book order updates'

export interface UpdateIntakeParts<Stored> {
  readonly queue: JobQueue
  readonly store: (updates: readonly OrderUpdate[]) => Promise<Stored>
  /** What of them could not be booked: it is still nobody else's. */
  readonly leftOf: (stored: Stored) => readonly OrderUpdate[]
  /** Tells memory what was stored, while the next updates are. */
  readonly takeUp: (stored: Stored) => Promise<void>
}

/**
 * Books a broker's updates: the ones that arrive together in one batch, one order's in sequence. None is ever dropped, because no
 * broker repeats one: what is left of a booking stays here until it is booked, or until another node has its user.
 */
export class UpdateIntake<Stored> {
  readonly #parts: UpdateIntakeParts<Stored>
  readonly #jobs: BatchJobs<OrderUpdate, Stored>
  /** Updates whose booking was abandoned, with the later ones of their orders. */
  readonly #unbooked: OrderUpdate[] = []
  /** Updates that were left, with the later ones of their orders, in the order of their arrival. */
  readonly #left = new Set<OrderUpdate>()

  constructor(parts: UpdateIntakeParts<Stored>) {
    this.#parts = parts
    this.#jobs = new BatchJobs({
      ...{ queue: parts.queue, name: JOB, takeUp: parts.takeUp },
      store: (updates) => this.#store(updates),
      take: (waiting) => this.#take(waiting),
      onAbandoned: (updates) => this.#onAbandoned(updates),
    })
  }

  receive(update: OrderUpdate): void {
    this.#jobs.add([update])
  }

  /** Whether an update of an order is not booked yet. */
  isWaiting(clientOrderId: string): boolean {
    const isOf = (update: OrderUpdate) => update.clientOrderId === clientOrderId
    return this.#jobs.waiting.some(isOf) || this.#unbooked.some(isOf) || [...this.#left].some(isOf)
  }

  /** Resolves when all updates of orders so far are booked. */
  async booked(clientOrderIds: readonly string[]): Promise<void> {
    for (;;) {
      await this.#parts.queue.add('wait for bookings', async () => undefined)
      if (!clientOrderIds.some((id) => this.isWaiting(id))) return
      await sleep(LOOK_AGAIN, undefined, { ref: false })
    }
  }

  /** Retries what is left, and failed bookings order by order: a damaged row must not block the others. */
  bookAgain(): void {
    if (this.#left.size > 0) {
      const left = [...this.#left]
      this.#left.clear()
      this.#jobs.addAgain(left)
    }
    const byOrder = new Map<string, OrderUpdate[]>()
    for (const update of this.#unbooked.splice(0)) byOrder.set(update.clientOrderId, [...(byOrder.get(update.clientOrderId) ?? []), update])
    const { queue, takeUp } = this.#parts
    for (const updates of byOrder.values())
      void queue
        .add(JOB, async () => takeUp(await this.#store(updates)))
        .then((outcome) => void (outcome === 'abandoned' && this.#onAbandoned(updates)))
  }

  /** The same again where its commit's answer was lost. */
  async #store(updates: readonly OrderUpdate[]): Promise<Stored> {
    const stored = await this.#parts.store(updates)
    for (const update of this.#parts.leftOf(stored)) this.#left.add(update)
    return stored
  }

  #onAbandoned(updates: readonly OrderUpdate[]): void {
    for (const update of updates) this.#left.delete(update)
    this.#unbooked.push(...updates)
  }

  /** The first of the waiting updates; those behind one that failed or is left wait. */
  #take(waiting: OrderUpdate[]): readonly OrderUpdate[] {
    const unbooked = new Set(this.#unbooked.map(({ clientOrderId }) => clientOrderId))
    const left = new Set([...this.#left].map(({ clientOrderId }) => clientOrderId))
    return waiting.splice(0, MOST_AT_ONCE).filter((update) => {
      if (unbooked.has(update.clientOrderId)) this.#unbooked.push(update)
      else if (left.has(update.clientOrderId)) this.#left.add(update)
      else return true
      return false
    })
  }
}
