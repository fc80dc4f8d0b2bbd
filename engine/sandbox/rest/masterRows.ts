import { OPTION_TICK } from '../../../schema/money.ts'
import type { IsoDate } from '../../../schema/time.ts'
import { INDEX_INSTRUMENTS } from '../market/Instrument.ts'
import type { SandboxMarket } from '../market/SandboxMarket.ts'
import { masterDate } from '../options/optionContract.ts'

/** The instrument master of a date: the indices, then every listed option. All values are text; strike and tick in paise. */
export function masterRows(market: SandboxMarket, date: IsoDate) {
  const indices = INDEX_INSTRUMENTS.map((instrument) => ({
    token: instrument.token,
    symbol: instrument.tradingSymbol,
    name: instrument.index,
    expiry: '',
    strike: '0.000000',
    lotsize: '1',
    instrumenttype: 'AMXIDX',
    exch_seg: instrument.exchange,
    tick_size: '0.000000',
  }))
  const options = market.listed(date).map((contract) => ({
    token: contract.token,
    symbol: contract.tradingSymbol,
    name: contract.index,
    expiry: masterDate(contract.expiry),
    strike: contract.strike.toFixed(6),
    lotsize: String(contract.lot),
    instrumenttype: 'OPTIDX',
    exch_seg: contract.exchange,
    tick_size: OPTION_TICK.toFixed(6),
  }))
  return [...indices, ...options]
}
