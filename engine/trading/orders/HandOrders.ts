import { instrumentId } from '../../broker/instrumentId.ts'
import type { AccountKey, ExecutionPort, InstrumentKey, WaitingByHand } from '../../broker/port.ts'
import type { OrderSide } from '../../../schema/trading/OrderSide.ts'
import type { OrderPrices } from './OrderPrices.ts'
import { isTag, PRODUCT } from './orders.ts'

/** Why an exit makes way. */
export const CLOSED_BY_HAND = 'you are closing units of it manually'

/** What an exit would close. */
interface Closing extends AccountKey {
  readonly contract: InstrumentKey
  /** The exit's. */
  readonly side: OrderSide
}

/**
 * What owners have waiting by hand at their brokers, against what an exit would close. One that trades as soon as its contract does is a
 * sale under way: its units are not an exit's, too. One that waits for another price stays its owner's and keeps no exit waiting.
 */
export class HandOrders {
  readonly #broker: Pick<ExecutionPort, 'waitingByHand'>
  readonly #prices: Pick<OrderPrices, 'isReached'>

  constructor(broker: Pick<ExecutionPort, 'waitingByHand'>, prices: Pick<OrderPrices, 'isReached'>) {
    this.#broker = broker
    this.#prices = prices
  }

  /** Those of an account, in the product of our orders. An earlier engine's are not by hand. */
  of(account: AccountKey): readonly WaitingByHand[] {
    return this.#broker.waitingByHand(account).filter(({ product, clientOrderId }) => product === PRODUCT && !isTag(clientOrderId))
  }

  /** Those that would close the same units as an exit. */
  against({ userId, mode, contract, side }: Closing): readonly WaitingByHand[] {
    const id = instrumentId(contract)
    return this.of({ userId, mode }).filter((order) => order.side === side && instrumentId(order.contract) === id)
  }

  /** Units of an exit's that are being closed by hand. */
  units(closing: Closing): number {
    return this.against(closing).reduce((sum, order) => sum + (this.#prices.isReached(order) ? order.units : 0), 0)
  }
}
