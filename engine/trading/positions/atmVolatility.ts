import { impliedAtm } from '../../../schema/market/options/impliedAtm.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import type { IsoDate } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'
import { openExpiries, type OptionChain } from './chooseLegs.ts'

/** Strikes within this fraction of the index price are near the money. */
const NEAR = 0.01
/**
 * The default where no pair is quoted: about what index options have in calm years. It need not be exact: below 17.4% the least distance
 * of 9.3%, and not the volatility, decides how far a margin's scenarios go.
 */
const USUAL = 0.15

/** What of a chain gives its volatility. */
type QuotedChain = Pick<OptionChain, 'contracts' | 'indexPrice' | 'premiumOf' | 'now' | 'session' | 'rules'>

/** The at-the-money volatility of a chain, a fraction per trading year: the implied one, or the default. */
export function atmVolatility(chain: QuotedChain): number {
  return impliedAtmVolatility(chain) ?? USUAL
}

/**
 * The at-the-money volatility that a chain implies, a fraction per trading year: taken from the quoted call and put nearest the money, in
 * the soonest expiry that has such a pair and still takes entries; null when none has one. Per trading year, as scenarios move prices by
 * trading days: per calendar year the options of an expiry's morning would have twice the volatility of a week's.
 */
export function impliedAtmVolatility(chain: QuotedChain): number | null {
  const { contracts, indexPrice } = chain
  const near = contracts.filter(({ strike }) => Math.abs(strike - indexPrice) <= NEAR * indexPrice)
  for (const expiry of openExpiries(chain)) {
    const level = impliedBy(
      near.filter((contract) => contract.expiry === expiry),
      expiry,
      chain,
    )
    if (level !== null) return level
  }
  return null
}

function impliedBy(near: readonly OptionContract[], expiry: IsoDate, chain: QuotedChain): number | null {
  const { indexPrice, now, rules } = chain
  const puts = new Map(near.filter(({ optionType }) => optionType === 'PE').map((put) => [put.strike, put]))
  const calls = near.filter(({ optionType }) => optionType === 'CE')
  const expiresAt = rules.sessionHours(expiry).close
  const distance = ({ strike }: OptionContract) => Math.abs(strike - indexPrice)
  for (const call of calls.toSorted((a, b) => distance(a) - distance(b) || b.strike - a.strike)) {
    const put = puts.get(call.strike)
    const [callPrice, putPrice] = [chain.premiumOf(call), put ? chain.premiumOf(put) : null]
    if (callPrice === null || putPrice === null) continue
    const implied = impliedAtm({ call: callPrice, put: putPrice, strike: call.strike, at: now, expiresAt })
    if (implied !== null) return implied / new VolatilityTerm(rules).at(now, expiresAt)
  }
  return null
}
