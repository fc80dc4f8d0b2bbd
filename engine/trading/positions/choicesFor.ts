import type { LegRule, PositionRule } from '../../../schema/rules/PositionRule.ts'
import type { OptionContract } from '../../broker/port.ts'
import { listedFor, type OptionChain } from './chooseLegs.ts'

/** Strikes to each side of one that is named by its distance from the money: as far as an index moves within a bar, as a rule. */
const AROUND = 2
/** Strikes out of and into the money among which one is looked for by its premium or its delta. */
const OUT = 40
const IN = 5

/** The contracts from which the legs of positions would be chosen while the index stands where it does: those whose quotes are needed. */
export function choicesFor(
  positions: readonly PositionRule[],
  chain: Pick<OptionChain, 'contracts' | 'indexPrice' | 'now' | 'session' | 'rules'>,
): OptionContract[] {
  return positions.flatMap(({ legs }) => legs.flatMap((leg) => choicesOf(leg, chain)))
}

function choicesOf(leg: LegRule, chain: Pick<OptionChain, 'contracts' | 'indexPrice' | 'now' | 'session' | 'rules'>): OptionContract[] {
  const listed = listedFor(leg, chain)
  const distances = listed.map(({ strike }) => Math.abs(strike - chain.indexPrice))
  const atTheMoney = distances.indexOf(Math.min(...distances))
  if (leg.strike.kind === 'ATM') {
    const middle = atTheMoney + leg.strike.strikes
    // The money itself as well: by its call and put the volatility is known.
    return [...listed.slice(Math.max(0, middle - AROUND), middle + AROUND + 1), ...listed.slice(atTheMoney, atTheMoney + 1)]
  }
  const [below, above] = leg.optionType === 'CE' ? [IN, OUT] : [OUT, IN]
  return listed.slice(Math.max(0, atTheMoney - below), atTheMoney + above + 1)
}
