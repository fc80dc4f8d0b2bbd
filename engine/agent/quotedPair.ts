import { INDICES, type IndexSymbol } from '../../schema/market/indices.ts'
import type { OptionType } from '../../schema/market/OptionType.ts'
import { roundToTick, type Paise } from '../../schema/money.ts'
import { istDate, type Instant } from '../../schema/time.ts'
import { agentExpiry, type QuotedPair } from '../analysis/agent/agentPricing.ts'
import type { OptionContract } from '../broker/port.ts'

/** The options that are listed, and what they last traded at; null without a fresh quote. */
export interface OptionQuotes {
  readonly contracts: readonly OptionContract[]
  readonly lastPriceOf: (contract: OptionContract) => Paise | null
}

/** The quotes of the call and the put that the agent would buy at a price of the index; null when either has none. */
export function quotedPair({ contracts, lastPriceOf }: OptionQuotes, index: IndexSymbol, spot: Paise, at: Instant): QuotedPair | null {
  const expiry = agentExpiry(index, istDate(at))
  const strike = roundToTick(spot, INDICES[index].strikeStep, 'nearest')
  const priceOf = (type: OptionType) => {
    const contract = contracts.find(
      (each) => each.index === index && each.expiry === expiry && each.strike === strike && each.optionType === type,
    )
    return contract ? lastPriceOf(contract) : null
  }
  const [call, put] = [priceOf('CE'), priceOf('PE')]
  return call === null || put === null ? null : { strike, expiry, call, put, at }
}
