import type { BacktestMarket, OptionsTraded } from '../history/BacktestMarket.ts'
import { OptionMarket } from './OptionMarket.ts'

const KNOWN = new WeakMap<BacktestMarket, OptionMarket>()

/** The options of a history, computed once for every pass over it: what recorded candles imply is the same in each. */
export function optionMarketOf(market: BacktestMarket, traded: OptionsTraded): OptionMarket {
  let options = KNOWN.get(market)
  if (!options) KNOWN.set(market, (options = new OptionMarket(market, traded)))
  return options
}
