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
  /** Tells memory what was stored, while the next updates are. */
  readonly takeUp: (stored: Stored) => Promise<void>
}

/**
 * Books a broker's updates: the ones that arrive together in one batch, one order's in sequence. None is ever dropped, because no
 * broker repeats one.
 */
export class UpdateIntake<Stored> {
  readonly #parts: UpdateIntakeParts<Stored>
  readonly #jobs: BatchJobs<OrderUpdate, Stored>
  /** Updates whose booking was abandoned, with the later ones of their orders. */
  readonly #unbooked: OrderUpdate[] = []

  constructor(parts: UpdateIntakeParts<Stored>) {
    this.#parts = parts
    this.#jobs = new BatchJobs({
      ...{ ...parts, name: JOB },
      take: (waiting) => this.#take(waiting),
      onAbandoned: (updates) => void this.#unbooked.push(...updates),
    })
  }

  receive(update: OrderUpdate): void {
    this.#jobs.add([update])
  }

  /** Resolves when all updates of orders so far are booked. */
  async booked(clientOrderIds: readonly string[]): Promise<void> {
    const isOf = ({ clientOrderId }: OrderUpdate) => clientOrderIds.includes(clientOrderId)
    for (;;) {
      await this.#parts.queue.add('wait for bookings', async () => undefined)
      if (!this.#jobs.waiting.some(isOf) && !this.#unbooked.some(isOf)) return
      await sleep(LOOK_AGAIN, undefined, { ref: false })
    }
  }

  /** Retries failed bookings order by order: a damaged row must not block the others. */
  bookAgain(): void {
    const byOrder = new Map<string, OrderUpdate[]>()
    for (const update of this.#unbooked.splice(0)) byOrder.set(update.clientOrderId, [...(byOrder.get(update.clientOrderId) ?? []), update])
    const { queue, store, takeUp } = this.#parts
    for (const updates of byOrder.values())
      void queue
        .add(JOB, async () => takeUp(await store(updates)))
        .then((outcome) => void (outcome === 'abandoned' && this.#unbooked.push(...updates)))
  }

  /** The first of the waiting updates; those behind a failed one wait. */
  #take(waiting: OrderUpdate[]): readonly OrderUpdate[] {
    const stuck = new Set(this.#unbooked.map(({ clientOrderId }) => clientOrderId))
    const updates = waiting.splice(0, MOST_AT_ONCE)
    this.#unbooked.push(...updates.filter(({ clientOrderId }) => stuck.has(clientOrderId)))
    return updates.filter(({ clientOrderId }) => !stuck.has(clientOrderId))
  }
}
