import type { Database, Transaction } from '../../../prisma/client.ts'
import { unmetLiveGates } from '../../../prisma/liveGates/unmetLiveGates.ts'
import type { AllowLive } from '../../../schema/allowLive.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import { describeUnmetGates, type LiveGate } from '../../../schema/trading/liveGates.ts'

/** Lets subscriptions through to live trading, or says what is missing: the only way there. */
export class LiveGatekeeper {
  readonly #allowed: AllowLive
  constructor(allowed: AllowLive) {
    this.#allowed = allowed
  }

  /** What each of the subscriptions lacks to trade live, by its id. */
  unmet(db: Database | Transaction, subscriptionIds: readonly string[]): Promise<ReadonlyMap<string, readonly LiveGate[]>> {
    return subscriptionIds.length === 0 ? Promise.resolve(new Map()) : unmetLiveGates(db, subscriptionIds, this.#allowed, Date.now())
  }

  /** Throws FORBIDDEN with every unmet gate, seen from within the transaction. */
  async require(tx: Transaction, subscriptionId: string): Promise<void> {
    const unmet = (await this.unmet(tx, [subscriptionId])).get(subscriptionId)
    if (!unmet) throw new RangeError(`subscription ${subscriptionId} is not there`)
    if (unmet.length > 0) throw new UserFacingError('FORBIDDEN', describeUnmetGates(unmet))
  }
}
