import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderUpdate } from '../../broker/port.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'

/** Updates per booking: enough that a popular signal's fills are cheap, few enough that nothing waits long. */
const MOST_AT_ONCE = 2_000
/** Real milliseconds between checks whether an update whose booking failed is booked. */
const LOOK_AGAIN = 50

/**
 * Books a broker's updates: the ones that arrive together in one batch, one order's in sequence. None is ever dropped, because no
 * broker repeats one.
 */
export class UpdateIntake {
  readonly #queue: JobQueue
  readonly #book: (updates: readonly OrderUpdate[]) => Promise<void>
  readonly #waiting: OrderUpdate[] = []
  /** Updates whose booking was abandoned, with the later ones of their orders. */
  readonly #unbooked: OrderUpdate[] = []

  constructor(queue: JobQueue, book: (updates: readonly OrderUpdate[]) => Promise<void>) {
    this.#queue = queue
    this.#book = book
  }

  receive(update: OrderUpdate): void {
    this.#waiting.push(update)
    if (this.#waiting.length === 1) this.#bookWaiting()
  }

  /** Resolves when all updates of orders so far are booked. */
  async booked(clientOrderIds: readonly string[]): Promise<void> {
    const isOf = ({ clientOrderId }: OrderUpdate) => clientOrderIds.includes(clientOrderId)
    for (;;) {
      await this.#queue.add('wait for bookings', async () => undefined)
      if (!this.#waiting.some(isOf) && !this.#unbooked.some(isOf)) return
      await sleep(LOOK_AGAIN, undefined, { ref: false })
    }
  }

  #bookWaiting(): void {
    let batch: readonly OrderUpdate[] = []
    void this.#queue
      .add('book order updates', async () => {
        if (batch.length === 0) {
          batch = this.#take()
          if (this.#waiting.length > 0) this.#bookWaiting()
        }
        await this.#book(batch)
      })
      .then((outcome) => this.#keepUnbooked(outcome, batch))
  }

  /** Retries failed bookings order by order: a damaged row must not block the others. */
  bookAgain(): void {
    const byOrder = new Map<string, OrderUpdate[]>()
    for (const update of this.#unbooked.splice(0)) byOrder.set(update.clientOrderId, [...(byOrder.get(update.clientOrderId) ?? []), update])
    for (const updates of byOrder.values())
      void this.#queue.add('book order updates', () => this.#book(updates)).then((outcome) => this.#keepUnbooked(outcome, updates))
  }

  /** The first of the waiting updates; those behind a failed one wait. */
  #take(): readonly OrderUpdate[] {
    const stuck = new Set(this.#unbooked.map(({ clientOrderId }) => clientOrderId))
    const updates = this.#waiting.splice(0, MOST_AT_ONCE)
    this.#unbooked.push(...updates.filter(({ clientOrderId }) => stuck.has(clientOrderId)))
    return updates.filter(({ clientOrderId }) => !stuck.has(clientOrderId))
  }

  #keepUnbooked(outcome: 'done' | 'abandoned', updates: readonly OrderUpdate[]): void {
    if (outcome === 'abandoned') this.#unbooked.push(...updates)
  }
}
