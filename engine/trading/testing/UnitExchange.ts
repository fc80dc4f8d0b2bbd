import type { OrderPurpose } from '../../../schema/trading/OrderPurpose.ts'
import { oppositeOf, signOf, type OrderSide } from '../../../schema/trading/OrderSide.ts'
import { paise } from '../../../schema/money.ts'
import type { BrokerOrder, Product } from '../../broker/port.ts'
import { tagOf } from '../orders/orders.ts'
import { UnitLedger, type OwnOrder, type Wanted } from '../orders/UnitLedger.ts'
import type { OpenLeg } from '../positions/legs.ts'
import { contractOf } from './contracts.ts'
import { openLegOf } from './legs.ts'

export const CONTRACT = contractOf('NIFTY', 24_500, 'CE')
const LOT = CONTRACT.lotSize

interface Sent {
  readonly order: OwnOrder
  /** Whether the broker's book shows it. */
  isShown: boolean
  filled: number
  booked: number
  isOver: boolean
}

/**
 * One contract of one account: what is true at the exchange, and what books say of it, which may lag. For tests. Units are lots here and
 * nowhere else.
 */
export class UnitExchange {
  readonly legs: OpenLeg[] = []
  readonly sent: Sent[] = []
  readonly byHand: BrokerOrder[] = []
  /** Units by product that the owner has traded by hand: bought less sold. */
  readonly hand: Record<Product, number> = { INTRADAY: 0, CARRYFORWARD: 0 }
  #ids = 0

  /** A leg opens by one entry, filled whole and booked later. Returns the entry. */
  open(side: OrderSide, lots: number): Sent {
    const id = `l${++this.#ids}`
    this.legs.push(openLegOf({ id, tradeId: `t${id}`, contract: CONTRACT, side, quantity: lots * LOT, exitQuantity: lots * LOT }))
    const entry = this.send({ legId: id, tradeId: `t${id}`, side, purpose: 'ENTRY', quantity: lots * LOT })
    entry.filled = lots * LOT
    return entry
  }

  send(
    { legId, tradeId, side, purpose, quantity }: Omit<Wanted, 'clientOrderId' | 'contract'> & { readonly purpose: OrderPurpose },
    isShown = true,
  ): Sent {
    const clientOrderId = tagOf(purpose === 'ENTRY' ? 'E' : 'X', (++this.#ids).toString(16).padStart(18, '0'))
    const order = { clientOrderId, tradeId, legId, contract: CONTRACT, side, purpose, quantity, booked: 0 }
    const sent = { order, isShown, filled: 0, booked: 0, isOver: false }
    this.sent.push(sent)
    return sent
  }

  fill(sent: Sent, lots: number): void {
    if (!sent.isOver) sent.filled = Math.min(sent.order.quantity, sent.filled + lots * LOT)
  }

  /** Our books take up all that an order has filled. */
  book(sent: Sent): void {
    const i = this.legs.findIndex(({ id }) => id === sent.order.legId)
    const leg = this.legs[i]!
    const units = sent.filled - sent.booked
    sent.booked = sent.filled
    // A leg that is not booked yet has nothing open.
    this.legs[i] = { ...leg, exitQuantity: leg.exitQuantity + (sent.order.purpose === 'ENTRY' ? -units : units) }
  }

  /** The owner's order rests. */
  rest(side: OrderSide, lots: number): void {
    this.byHand.push({
      ...{ clientOrderId: '', brokerOrderId: `h${++this.#ids}`, exchangeOrderId: null, contract: CONTRACT, side, product: 'INTRADAY' },
      ...{ quantity: lots * LOT, filledQuantity: 0, pricing: { kind: 'LIMIT', limit: paise(200_00) }, state: 'OPEN', reason: null },
    })
  }

  exitOf({ id, tradeId, side }: OpenLeg, lots = 1_000): Wanted & { readonly purpose: 'EXIT' } {
    const ids = { clientOrderId: tagOf('X', (++this.#ids).toString(16).padStart(18, '0')), legId: id, tradeId }
    return { ...ids, contract: CONTRACT, side: oppositeOf(side), quantity: lots * LOT, purpose: 'EXIT' }
  }

  /** Of all that was ever sent and is not over and booked. */
  ledger({ withHand = true } = {}): UnitLedger {
    const own = this.sent.filter((each) => !each.isOver || each.booked < each.filled)
    const orders = this.sent.filter(({ isShown }) => isShown).map(shown)
    return new UnitLedger(
      this.legs,
      own.map(({ order, booked }) => ({ ...order, booked })),
      { orders: withHand ? [...orders, ...this.byHand] : orders, positions: this.#positions() },
    )
  }

  /** Units at the exchange: bought less sold, in the product of our orders. */
  get net(): number {
    return this.hand.INTRADAY + this.sent.reduce((sum, { order, filled }) => sum + signOf(order.side) * filled, 0)
  }

  /** Units that legs of a side have open at the exchange; without those that our books lack so far. */
  openOf(side: OrderSide, { booked = false } = {}): number {
    return this.sent.reduce((sum, { order, filled, booked: known }) => {
      if (order.purpose === 'ENTRY') return order.side === side ? sum + (booked ? known : filled) : sum
      return order.side === side ? sum : sum - filled
    }, 0)
  }

  /** What sent exits of a leg, or of all legs of a side, may still close. */
  waitingOf(which: (order: OwnOrder) => boolean): number {
    const exits = this.sent.filter(({ order, isOver }) => order.purpose === 'EXIT' && !isOver && which(order))
    return exits.reduce((sum, { order, filled }) => sum + order.quantity - filled, 0)
  }

  #positions() {
    const held = [
      { product: 'INTRADAY' as const, netQuantity: this.net },
      { product: 'CARRYFORWARD' as const, netQuantity: this.hand.CARRYFORWARD },
    ]
    return held.filter(({ netQuantity }) => netQuantity !== 0).map((each) => ({ contract: CONTRACT, ...each }))
  }
}

function shown({ order, filled, isOver }: Sent): BrokerOrder {
  const { clientOrderId, contract, side, quantity } = order
  const state = filled === quantity ? 'FILLED' : isOver ? 'CANCELLED' : 'OPEN'
  return {
    ...{ clientOrderId, brokerOrderId: clientOrderId, exchangeOrderId: null, contract, side, product: 'INTRADAY', quantity },
    ...{ filledQuantity: filled, pricing: { kind: 'LIMIT', limit: paise(100_00) }, state, reason: null },
  }
}
