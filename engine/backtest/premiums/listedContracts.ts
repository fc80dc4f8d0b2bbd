import { INDICES, type IndexSymbol } from '../../../schema/market/indices.ts'
import type { MarketRules } from '../../../schema/market/MarketRules.ts'
import { optionSymbol } from '../../../schema/market/options/optionSymbol.ts'
import { OPTION_TICK } from '../../../schema/money.ts'
import type { IsoDate } from '../../../schema/time.ts'
import type { OptionContract } from '../../broker/port.ts'

/** Expiries listed for positions: a leg may be of next week, and in an expiry day's last hour that is the third. */
const LISTED = 3
/** Expiries searched for monthly ones. */
const MONTHS_WITHIN = 12
/** Monthly ones listed. */
const MONTHS = 2

/** The expiries that a position may open on a date, soonest first; `months`: the nearest monthly ones too. */
export function listedExpiries(rules: MarketRules, index: IndexSymbol, date: IsoDate, months: boolean): IsoDate[] {
  const expiries = rules.expiriesFrom(index, date, months ? MONTHS_WITHIN : LISTED)
  const ofMonths = months ? expiries.filter((expiry) => rules.isMonthlyExpiry(index, expiry)).slice(0, MONTHS) : []
  return [...new Set([...expiries.slice(0, LISTED), ...ofMonths])].sort()
}

/** A contract by the market's rules, where no broker lists it: its symbol stands for the broker's token. */
export function optionContract(
  rules: MarketRules,
  index: IndexSymbol,
  { expiry, strike, optionType }: Pick<OptionContract, 'expiry' | 'strike' | 'optionType'>,
): OptionContract {
  const tradingSymbol = optionSymbol(rules, index, expiry, strike, optionType)
  return {
    ...{ token: tradingSymbol, tradingSymbol, exchange: INDICES[index].optionExchange, index, expiry, strike, optionType },
    lotSize: rules.lotFor(index, expiry),
    tick: OPTION_TICK,
  }
}
