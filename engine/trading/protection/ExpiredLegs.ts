import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import type { Paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import { oppositeOf } from '../../../schema/trading/OrderSide.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { OptionContract, OrderUpdate } from '../../broker/port.ts'
import type { JobQueue } from '../../runtime/JobQueue.ts'
import { openQuantityOf } from '../orders/openQuantityOf.ts'
import { tagOf } from '../orders/orders.ts'
import type { OpenLeg } from '../positions/legs.ts'
import type { ExitAtBrokerRecords } from './ExitAtBroker.ts'

/** What expiry closes is numbered from here, apart from other exits of its leg. */
const FIRST_SLICE = 3_000

export interface ExpiredLegsParts {
  readonly records: Pick<ExitAtBrokerRecords, 'keepExitAtBroker'>
  /** The exit lane. */
  readonly lane: JobQueue
  readonly rules: () => Pick<MarketRules, 'sessionHours' | 'hasExpired'>
  /** Units of a leg that its account holds, as far as is known; null: that is not settled. */
  readonly heldOf: (leg: OpenLeg) => number | null
  /** Whether an order of a leg is under way, or a stop of it rests or perhaps does. */
  readonly isBusy: (legId: string) => boolean
  /** Receives updates to book. */
  readonly report: (update: OrderUpdate) => void
  readonly log: Logger
}

/**
 * The live legs that their accounts still held when their contracts expired: an option that nobody wanted, or whose exit the broker refused.
 * Such a leg is no longer traded. What the exchange pays for it is booked as its exit, without an order. One that was not seen to be held
 * then is none of these: its broker may have squared it off, at a price that is not known here.
 */
export class ExpiredLegs {
  readonly #parts: ExpiredLegsParts
  readonly #held = new Set<string>()
  /** Their exits are being booked. */
  readonly #settled = new Set<string>()

  constructor(parts: ExpiredLegsParts) {
    this.#parts = parts
  }

  /** Whether a leg was held to the end, and waits for its settlement. */
  has(legId: string): boolean {
    return this.#held.has(legId)
  }

  /** Market time advanced; before what is known of the holdings is forgotten over night. `legs`: the open ones that are live. */
  onTime(now: Instant, legs: readonly OpenLeg[]): void {
    const { rules, heldOf } = this.#parts
    const open = new Set(legs.map(({ id }) => id))
    for (const of of [this.#held, this.#settled]) for (const legId of of) if (!open.has(legId)) of.delete(legId)
    for (const leg of legs) if (rules().hasExpired(leg.contract.expiry, now) && heldOf(leg) === openQuantityOf(leg)) this.#held.add(leg.id)
  }

  /** The contracts of these legs that expired by a market time and can be settled. */
  contracts(legs: readonly OpenLeg[], by: Instant): readonly OptionContract[] {
    const { rules } = this.#parts
    return this.#due(legs).flatMap(({ contract }) => (rules().hasExpired(contract.expiry, by) ? contract : []))
  }

  /** Books that the legs of a contract ended at its settlement price, at the close of its expiry day. Never rejects. */
  async settle(contract: OptionContract, price: Paise, legs: readonly OpenLeg[]): Promise<void> {
    const { lane, records, report, rules, log } = this.#parts
    const at = rules().sessionHours(contract.expiry).close
    for (const leg of this.#due(legs)) {
      if (instrumentId(leg.contract) !== instrumentId(contract)) continue
      this.#settled.add(leg.id)
      const { id: legId, userId, side } = leg
      const [clientOrderId, quantity] = [tagOf('V', uuid()), openQuantityOf(leg)]
      const exit = {
        clientOrderId,
        userId,
        legId,
        contract,
        side: oppositeOf(side),
        slice: FIRST_SLICE,
        quantity,
        reason: 'EXPIRED',
      } as const
      let isKept = false
      await lane.add('keep what expired', async () => void (isKept = await records.keepExitAtBroker(exit)))
      if (isKept) {
        log.warn({ userId, legId, option: contract.tradingSymbol, quantity, price }, 'a live leg has expired: it is settled at its value')
        report({ type: 'filled', clientOrderId, at, fillId: clientOrderId, quantity, price })
      } else this.#settled.delete(legId)
    }
  }

  #due(legs: readonly OpenLeg[]): OpenLeg[] {
    return legs.filter(({ id }) => this.#held.has(id) && !this.#settled.has(id) && !this.#parts.isBusy(id))
  }
}
