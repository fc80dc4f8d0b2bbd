import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { INDICES } from '../../../schema/market/indices.ts'
import { OPTION_TICK } from '../../../schema/money.ts'
import { istDate } from '../../../schema/time.ts'
import type { BacktestMarket } from '../history/BacktestMarket.ts'
import { modelGap, type ModelGap } from './modelGap.ts'
import { ModelledStrike } from './ModelledStrike.ts'
import { ModelPremiums } from './ModelPremiums.ts'
import { VolatilityLevels } from '../volatility/VolatilityLevels.ts'

/** How the option model compares with recorded premiums; null when no option was recorded, or none is traded. */
export function recordedGap(market: BacktestMarket): readonly ModelGap[] | null {
  const { traded, rules } = market
  if (traded.kind !== 'OPTIONS' || traded.candles.size === 0) return null
  const term = new VolatilityTerm(rules)
  const levels = new VolatilityLevels(market, traded, term)
  return modelGap(market, traded.candles, ({ symbol, index, expiry, strike, type }, minute) => {
    const named = { token: symbol, tradingSymbol: symbol, exchange: INDICES[index].optionExchange, tick: OPTION_TICK }
    const contract = { ...named, index, expiry, strike, optionType: type, lotSize: rules.lotFor(index, expiry) }
    const level = levels.at(minute, istDate(market.minutes.time[minute]!), expiry)
    return new ModelPremiums(type, new ModelledStrike(market, contract, level, term)).candle(minute)?.close ?? null
  })
}

/** The comparison in a sentence for people. */
export function describeModelGap(gaps: readonly ModelGap[]): string {
  const compared = gaps.filter(({ minutes }) => minutes > 0)
  if (compared.length === 0) return 'No recorded minute of an option lies in a minute of the index: the model was compared with none.'
  const parts = compared.map(
    ({ moneyness, minutes, medianAbsolutePercent, medianPercent }) =>
      `${moneyness} ${medianAbsolutePercent!.toFixed(1)}% (${medianPercent! < 0 ? 'too cheap' : 'too dear'} by ${Math.abs(medianPercent!).toFixed(1)}%, ${minutes} minutes)`,
  )
  return `The option model is off the recorded premiums by a median of: ${parts.join('; ')}.`
}
