import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '../../../schema/time.ts'
import type { Answer, ExecutionPort, OrderChange, OrderRequest, Placement } from '../../broker/port.ts'
import { failpoint } from '../../runtime/failpoint.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import { PRODUCT } from '../orders/orders.ts'
import type { ExitAtBroker, ExitAtBrokerRecords } from './ExitAtBroker.ts'
import type { ProtectivePricing } from './protectivePricing.ts'
import type { RestingStop } from './RestingStop.ts'

/** Real milliseconds to wait for withdrawn stops. */
const WITHDRAWN_WITHIN = 5 * SECOND
/** Real milliseconds until a busy broker is asked to cancel again. */
const CANCEL_AGAIN = 200
/** Why a stop is cancelled. */
const MAKES_WAY = 'it makes way for the exit of its leg'

export interface StopCallsParts {
  readonly broker: Pick<ExecutionPort, 'place' | 'modify' | 'cancel'>
  readonly records: Pick<ExitAtBrokerRecords, 'keepExitAtBroker' | 'resizeExitAtBroker'>
  readonly lane: JobQueue
}

/** The calls to the broker about protective stops. None rejects. */
export class StopCalls {
  readonly #parts: StopCallsParts

  constructor(parts: StopCallsParts) {
    this.#parts = parts
  }

  /** Commits a stop and sends it. `busy`: it was not sent, or not taken, as its leg is closed, it was withdrawn meanwhile, or for the broker. */
  async place(stop: RestingStop, pricing: ProtectivePricing): Promise<Placement> {
    const { exit } = stop
    const { broker, records, lane } = this.#parts
    let isKept = false
    const outcome = await lane.add('keep a protective stop', async () => {
      isKept = await records.keepExitAtBroker(exit)
    })
    if (outcome === 'abandoned' || !isKept || stop.isWithdrawn) return { kind: 'busy' }
    const { clientOrderId, contract, side, quantity } = exit
    const order: OrderRequest = {
      ...{ account: accountOf(exit), clientOrderId, contract, side, purpose: 'EXIT', quantity, filledQuantity: 0, pricing },
      ...{ product: PRODUCT, validity: 'DAY', algoId: null },
    }
    failpoint('before-stop-sent')
    return broker.place(order, () => !stop.isWithdrawn)
  }

  /** Requests a change of a stop. */
  async change(stop: RestingStop, change: OrderChange): Promise<Answer> {
    const { exit } = stop
    failpoint('before-stop-changed')
    const answer = await this.#parts.broker.modify(accountOf(exit), exit.clientOrderId, change, () => !stop.isWithdrawn)
    failpoint('after-stop-changed')
    return answer
  }

  /** Stores that a stop has other units. False: it was not stored. */
  async resize({ exit: { clientOrderId } }: RestingStop, quantity: number): Promise<boolean> {
    const { records, lane } = this.#parts
    let isKept = false
    const outcome = await lane.add('resize a protective stop', async () => {
      isKept = await records.resizeExitAtBroker(clientOrderId, quantity)
    })
    return outcome === 'done' && isKept
  }

  /** Requests the end of a stop. False: the broker was too busy. */
  async cancel(exit: ExitAtBroker): Promise<boolean> {
    return (await this.#parts.broker.cancel(accountOf(exit), exit.clientOrderId, MAKES_WAY)).kind !== 'busy'
  }

  /** Cancels stops that rest; resolves when all have ended, or have not within five seconds. */
  async withdraw(stops: readonly RestingStop[]): Promise<void> {
    const over = new AbortController()
    const given = sleep(WITHDRAWN_WITHIN, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
    for (const stop of stops) if (stop.stage === 'RESTING') void this.#cancelUntilTaken(stop, over.signal)
    await Promise.race([given, Promise.all(stops.map(({ ended }) => ended))])
    over.abort()
  }

  async #cancelUntilTaken(stop: RestingStop, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && stop.stage === 'RESTING' && !(await this.cancel(stop.exit)))
      await sleep(CANCEL_AGAIN, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

function accountOf({ userId }: ExitAtBroker) {
  return { userId, mode: 'LIVE' } as const
}
