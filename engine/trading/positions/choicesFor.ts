import type { LegRule, PositionRule } from '../../../schema/rules/PositionRule.ts'
import type { OptionContract } from '../../broker/port.ts'
import { listedFor, type OptionChain } from './chooseLegs.ts'
import { atTheMoney, withinReach } from './withinReach.ts'

/** Strikes on each side of one chosen by distance from the money: about as far as an index moves within a bar. */
const AROUND = 2

/** The contracts from which positions would choose their legs at the current index price: those whose quotes are needed. */
export function choicesFor(
  positions: readonly PositionRule[],
  chain: Pick<OptionChain, 'contracts' | 'indexPrice' | 'now' | 'session' | 'rules'>,
): OptionContract[] {
  return positions.flatMap(({ legs }) => legs.flatMap((leg) => choicesOf(leg, chain)))
}

function choicesOf(leg: LegRule, chain: Pick<OptionChain, 'contracts' | 'indexPrice' | 'now' | 'session' | 'rules'>): OptionContract[] {
  const listed = listedFor(leg, chain)
  if (leg.strike.kind !== 'ATM') return withinReach(listed, chain.indexPrice)
  const money = atTheMoney(listed, chain.indexPrice)
  const middle = money + leg.strike.strikes
  // The money itself as well: its call and put give the volatility.
  return [...listed.slice(Math.max(0, middle - AROUND), middle + AROUND + 1), ...listed.slice(Math.max(0, money), money + 1)]
}
