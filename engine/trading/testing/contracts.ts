import { INDICES, type IndexSymbol } from '../../../schema/market/indices.ts'
import { OPTION_TICK, paise } from '../../../schema/money.ts'
import type { Instant } from '../../../schema/time.ts'
import type { OptionContract, Tick } from '../../broker/port.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'

/** An option contract for tests; strike in rupees. */
export function contractOf(
  index: IndexSymbol,
  strike: number,
  optionType: OptionType,
  expiry = '2026-07-07',
  lotSize = 65,
): OptionContract {
  return {
    exchange: INDICES[index].optionExchange,
    token: `${index.length}${strike}${optionType === 'CE' ? 1 : 2}${expiry.slice(8)}`,
    tradingSymbol: `${index}${expiry}${strike}${optionType}`,
    ...{ index, expiry, optionType, lotSize },
    strike: paise(strike * 100),
    tick: OPTION_TICK,
  }
}

/** A quote of a contract for tests; prices in paise, one tick of spread on either side. */
export function quoteOf(contract: OptionContract, at: Instant, lastPrice: number): Tick {
  const { exchange, token } = contract
  return {
    exchange,
    token,
    at,
    lastPrice: paise(lastPrice),
    bid: paise(lastPrice - 5),
    ask: paise(lastPrice + 5),
    bidQuantity: 650,
    askQuantity: 650,
  }
}
