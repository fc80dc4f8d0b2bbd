import { black76, black76Delta } from '../../../schema/market/options/black76.ts'
import { solved } from '../../../schema/market/options/impliedAtm.ts'
import { RATE, yearsLeft } from '../../../schema/market/options/premium.ts'
import type { Paise } from '../../../schema/money.ts'
import type { OptionContract } from '../../broker/port.ts'
import type { OptionChain } from './chooseLegs.ts'

/**
 * A chain with deltas from its own premiums, each computed on first request. Null where a contract is not quoted, or no volatility
 * gives its premium.
 */
export function optionChain(quoted: Omit<OptionChain, 'deltaOf'>): OptionChain {
  const deltas = new Map<OptionContract, number | null>()
  const deltaOf = (contract: OptionContract) => {
    let delta = deltas.get(contract)
    if (delta === undefined) {
      const premium = quoted.premiumOf(contract)
      deltas.set(contract, (delta = premium === null ? null : impliedDelta(contract, premium, quoted)))
    }
    return delta
  }
  return { ...quoted, deltaOf }
}

/**
 * What a contract moves by for each paisa of its index, at the volatility that its premium implies (Black 1976 on the index's forward):
 * between −1 and 1; null when no volatility gives the premium.
 */
export function impliedDelta(
  { optionType, strike, expiry }: OptionContract,
  premium: Paise,
  { indexPrice, now, rules }: Pick<OptionChain, 'indexPrice' | 'now' | 'rules'>,
): number | null {
  const years = yearsLeft({ at: now, expiresAt: rules.sessionHours(expiry).close })
  const carry = Math.exp(RATE * years)
  const forward = indexPrice * carry
  const volatility = solved((level) => black76(optionType, forward, strike, years, level, RATE), premium)
  return volatility === null ? null : carry * black76Delta(optionType, forward, strike, years, volatility, RATE)
}
