import { INDEX_SYMBOLS, type IndexSymbol } from '../../../schema/market/indices.ts'
import { estimateMargin, type MarginLeg, type MarginMarket } from '../../../schema/market/margin/estimateMargin.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import type { OptionContract } from '../options/optionContract.ts'
import type { OrderTerms, Side } from './Order.ts'

/** Units of a contract that are held, net (negative: sold), or are still to be traded. */
export interface Holding {
  readonly contract: OptionContract
  readonly last: Paise
  readonly units: number
}

export interface WorkingOrder extends Pick<OrderTerms, 'side' | 'price'> {
  readonly contract: OptionContract
  readonly last: Paise
  /** Units that have not been traded. */
  readonly open: number
  /** Whether the units that it closes are no part of a hedge any more. */
  readonly takesHedge: boolean
}

/** All in paise; none is negative but `available`. */
export interface Funds {
  /** Deposit, and what was bought and sold since. */
  readonly cash: Paise
  /** What orders to buy may still cost. */
  readonly blocked: Paise
  /** Of sold options: the scenarios' worst loss and the value that is owed. */
  readonly span: Paise
  readonly exposure: Paise
  readonly available: Paise
}

interface Leg extends MarginLeg {
  readonly index: IndexSymbol
}

/**
 * A client's funds, by estimate. Bought options are paid in full. Of sold ones, held or ordered, the margin of schema's estimateMargin is
 * set aside with all positions of their index in it, and what it would cost to buy back the held ones. An order that closes what is held
 * takes nothing, as far as no other order closes the same units. Where it takes the hedge, what it would close hedges nothing if it is
 * bought, and costs what it costs naked if it is sold.
 */
export function fundsOf(
  cash: Paise,
  held: readonly Holding[],
  orders: readonly WorkingOrder[],
  marketOf: (index: IndexSymbol) => MarginMarket,
): Funds {
  const unclosed = new Map<string, number>()
  for (const { contract, units } of held) unclosed.set(contract.token, (unclosed.get(contract.token) ?? 0) + units)
  const ordered: Leg[] = []
  /** Units of a contract that are no part of a hedge. */
  const apart = new Map<string, number>()
  const owed = held.reduce((sum, { units, last }) => sum + (units < 0 ? -units * last : 0), 0)
  let blocked = 0
  for (const { contract, side, price, last, open, takesHedge } of orders) {
    const way = side === 'BUY' ? 1 : -1
    const before = unclosed.get(contract.token) ?? 0
    const closing = Math.min(open, Math.max(0, -way * before))
    unclosed.set(contract.token, before + way * closing)
    if (takesHedge) apart.set(contract.token, (apart.get(contract.token) ?? 0) + closing)
    const opening = open - closing
    if (opening === 0) continue
    if (side === 'BUY') blocked += opening * (price || last)
    else ordered.push(leg(contract, 'SELL', opening, last))
  }
  const [together, naked]: [Leg[], Leg[]] = [[], []]
  for (const { contract, last, units } of held) {
    const alone = Math.min(Math.abs(units), apart.get(contract.token) ?? 0)
    apart.set(contract.token, (apart.get(contract.token) ?? 0) - alone)
    const rest = Math.abs(units) - alone
    if (rest > 0) together.push(leg(contract, units > 0 ? 'BUY' : 'SELL', rest, last))
    if (alone > 0 && units < 0) naked.push(leg(contract, 'SELL', alone, last))
  }
  let [scan, exposure] = [0, 0]
  const legs = [...together, ...ordered]
  const groups = [...INDEX_SYMBOLS.map((index) => legs.filter((each) => each.index === index)), ...naked.map((each) => [each])]
  for (const group of groups) {
    const sold = group.find(({ side }) => side === 'SELL')
    if (!sold) continue
    const estimate = estimateMargin(group, marketOf(sold.index))
    scan += Math.max(0, estimate.scanRisk)
    exposure += estimate.exposure
  }
  const span = scan + owed
  return {
    cash,
    ...{ blocked: paise(blocked), span: paise(span), exposure: paise(exposure) },
    available: paise(cash - blocked - span - exposure),
  }
}

function leg(contract: OptionContract, side: Side, units: number, premium: Paise): Leg {
  const { index, type, strike, expiresAt } = contract
  return { index, side, optionType: type, strike, expiresAt, units, premium }
}
