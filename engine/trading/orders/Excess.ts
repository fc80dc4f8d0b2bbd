import { SECOND, type Instant } from '../../../schema/time.ts'
import { instrumentId } from '../../broker/instrumentId.ts'
import type { BrokerFill, InstrumentKey } from '../../broker/port.ts'
import { openQuantityOf } from './openQuantityOf.ts'
import { isClosingTag, isEntryTag, isTag, PRODUCT, type BoughtBack } from './orders.ts'
import type { AccountBook, LegUnits, OwnOrder } from './UnitLedger.ts'

/** A sale by hand so soon after an exit of ours was given before its owner could know of that: the two have crossed. Market milliseconds. */
const CROSSED_WITHIN = 5 * SECOND

/** Our side of an account, and what its books at the broker show. */
export interface ExcessFacts extends Pick<AccountBook, 'positions'> {
  readonly legs: readonly LegUnits[]
  readonly own: readonly OwnOrder[]
  readonly fills: readonly BrokerFill[]
}

/**
 * Units of a contract that an account is short beyond our legs because an exit of ours sold what was not there: never more than those, nor than it
 * is short. Fills and positions must both show it, as either may lag; what closing orders have bought by our books and the fills do not show yet
 * (`bought`) is taken off. In the product of our orders.
 */
export function excessOf(
  contract: InstrumentKey,
  { legs, own, positions, fills }: ExcessFacts,
  bought: readonly BoughtBack[] = [],
): number {
  const id = instrumentId(contract)
  const isOfIt = (each: { readonly contract: InstrumentKey }) => instrumentId(each.contract) === id
  const ofIt = fills.filter((fill) => fill.product === PRODUCT && isOfIt(fill))
  const shown = (tag: string) => ofIt.reduce((sum, fill) => (fill.clientOrderId === tag ? sum + fill.quantity : sum), 0)
  const unseen = bought.reduce((sum, { clientOrderId, units }) => sum + Math.max(0, units - shown(clientOrderId)), 0)

  const net = positions.reduce((sum, each) => (each.product === PRODUCT && isOfIt(each) ? sum + each.netQuantity : sum), 0)
  const sold = legs.reduce((sum, leg) => (leg.side === 'SELL' && isOfIt(leg) ? sum + openQuantityOf(leg) : sum), 0)
  // All that an entry may have sold: its fill may be in the positions before it is in any other book.
  const selling = own.reduce(
    (sum, order) => (order.purpose === 'ENTRY' && order.side === 'SELL' && isOfIt(order) ? sum + order.quantity - order.booked : sum),
    0,
  )
  return Math.max(0, Math.min(oversold(ofIt) - unseen, -net - sold - selling))
}

/** The same of all contracts of which an exit of ours was filled that day, by instrumentId(): those with any. */
export function excesses(facts: ExcessFacts): ReadonlyMap<string, number> {
  const contracts = new Map(facts.fills.filter(isOurExit).map(({ contract }) => [instrumentId(contract), contract]))
  return new Map([...contracts].map(([id, contract]) => [id, excessOf(contract, facts)] as const).filter(([, units]) => units > 0))
}

/**
 * Units that exits of ours have sold below nothing, less what was bought since, by the fills of one contract and product. What our entries have
 * sold is no excess. Of fills at the same time those that leave the account with more come first, then those by hand; our exits come after what
 * was traded in the five seconds after them.
 */
export function oversold(fills: readonly BrokerFill[]): number {
  let [net, ours, over] = [0, 0, 0]
  const short = () => Math.max(0, -net - ours)
  for (const fill of fills.toSorted((one, other) => timeOf(one) - timeOf(other) || rankOf(one) - rankOf(other))) {
    const { side, quantity, clientOrderId } = fill
    const before = short()
    net += side === 'BUY' ? quantity : -quantity
    if (isTag(clientOrderId) && isEntryTag(clientOrderId) && side === 'SELL') ours += quantity
    else if (isOurExit(fill) && side === 'SELL') over += short() - before
    // A closing order buys the excess back, and no leg.
    else if (isOurExit(fill) && !isClosingTag(clientOrderId)) ours -= Math.min(ours, quantity)
    over = Math.min(over, short())
  }
  return over
}

function isOurExit({ clientOrderId }: BrokerFill): boolean {
  return isTag(clientOrderId) && !isEntryTag(clientOrderId)
}

function timeOf(fill: BrokerFill): Instant {
  return isOurExit(fill) && fill.side === 'SELL' ? fill.at + CROSSED_WITHIN : fill.at
}

function rankOf(fill: BrokerFill): number {
  if (fill.side === 'BUY') return 0
  return isOurExit(fill) ? 2 : 1
}
