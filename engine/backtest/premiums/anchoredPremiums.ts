import { solved } from '../../../schema/market/options/impliedAtm.ts'
import { modelPremium } from '../../../schema/market/options/premium.ts'
import type { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { paise, type Paise } from '../../../schema/money.ts'
import type { OptionContract } from '../../broker/port.ts'
import { columnPrice, type BacktestMarket } from '../history/BacktestMarket.ts'
import { movedLevel, type VolatilityLevel } from '../volatility/VolatilityLevels.ts'
import { ModelledStrike } from './ModelledStrike.ts'
import { ModelPremiums } from './ModelPremiums.ts'

/**
 * The model of a contract that gives `price` as the close of a minute: at the volatility which that price implies, or at `otherwise` where
 * none does, as below the intrinsic value. Its premiums are shifted by the price's distance from it, which is none but for rounding where
 * the volatility is the implied one. `moved`: shift of the volatility from that minute on; the price of the minute stays unchanged.
 */
export function anchoredPremiums(
  market: BacktestMarket,
  contract: OptionContract,
  term: VolatilityTerm,
  { minute, price }: { readonly minute: number; readonly price: Paise },
  otherwise: () => VolatilityLevel,
  moved: number,
): ModelPremiums {
  const at = market.minutes.time[minute]!
  const expiresAt = market.rules.sessionHours(contract.expiry).close
  const option = { type: contract.optionType, spot: columnPrice(market.minutes.close, minute), strike: contract.strike, at, expiresAt }
  const atm = solved((atmVolatility) => modelPremium({ ...option, atmVolatility }), price)
  const known: VolatilityLevel = atm === null ? otherwise() : { level: atm / term.at(at, expiresAt), source: 'OPTIONS' }
  const volatility = movedLevel(known, moved)
  const strike = new ModelledStrike(market, contract, volatility, term)
  const modelled = new ModelPremiums(contract.optionType, strike).candle(minute)?.close ?? price
  return new ModelPremiums(contract.optionType, strike, paise(price - modelled))
}
