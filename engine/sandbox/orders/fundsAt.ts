import { istDate, type Instant } from '../../../schema/time.ts'
import type { DayBook } from './DayBook.ts'
import { fundsOf, type Funds } from './funds.ts'
import type { OrderTerms, SandboxOrder } from './Order.ts'
import type { OrderMarket } from './OrderMarket.ts'
import { netUnits } from './positions.ts'

/**
 * A client's funds at a market time; with `more`, as they would be with other orders beside those that he has. `stopsTakeMargin`:
 * whether a leg whose stop rests is no part of a hedge.
 */
export function fundsAt(
  book: DayBook,
  market: OrderMarket,
  clientCode: string,
  now: Instant,
  stopsTakeMargin: boolean,
  more: readonly SandboxOrder[] = [],
): Funds {
  const priced = <Item extends Pick<OrderTerms, 'exchange' | 'token'>>(item: Item) => {
    const contract = market.option(item.exchange, item.token, istDate(now))
    if (!contract) throw new Error(`${item.exchange} ${item.token} is not traded`)
    return { ...item, contract, last: market.touchAt(contract, now).last }
  }
  const held = book.positions(clientCode).filter((position) => netUnits(position) !== 0)
  const counted = ({ resting, status }: SandboxOrder) => resting !== null || status === 'open pending'
  const orders = [...book.live().filter((order) => order.clientCode === clientCode && counted(order)), ...more]
  return fundsOf(
    book.cash(clientCode),
    held.map((position) => ({ ...priced(position), units: netUnits(position) })),
    orders.map((order) => ({
      ...{ ...priced(order), open: order.quantity - order.filled },
      takesHedge: stopsTakeMargin && order.resting === 'trigger pending',
    })),
    (index) => market.marginMarket(index, now),
  )
}
