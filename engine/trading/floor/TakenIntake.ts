import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderUpdate } from '../../broker/port.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import type { TradeRecords } from './TradeRecords.ts'
import { UpdateIntake } from './UpdateIntake.ts'

/** Real milliseconds that a booking usually takes. */
const WRITTEN_WITHIN = 10

/** Stores what the broker has taken, beside the bookings: the orders stay as they are. */
export class TakenIntake {
  readonly #records: Pick<TradeRecords, 'keepTaken'>
  readonly #intake: UpdateIntake<void>

  /** `beside`: for what memory does not depend on. */
  constructor(records: Pick<TradeRecords, 'keepTaken'>, beside: JobQueue) {
    this.#records = records
    this.#intake = new UpdateIntake({
      queue: beside,
      store: (updates) => this.#keep(updates),
      leftOf: () => [],
      takeUp: async () => undefined,
    })
  }

  receive(update: OrderUpdate): void {
    this.#intake.receive(update)
  }

  /** Tries again what could not be stored. */
  keepAgain(): void {
    this.#intake.bookAgain()
  }

  async #keep(updates: readonly OrderUpdate[]): Promise<void> {
    for (let left = updates; ;) {
      const busy = new Set(await this.#records.keepTaken(left))
      if (busy.size === 0) return
      left = left.filter(({ clientOrderId }) => busy.has(clientOrderId))
      await sleep(WRITTEN_WITHIN, undefined, { ref: false })
    }
  }
}
