import { INDICES, INDEX_SYMBOLS, type Exchange, type IndexSymbol } from '../../../schema/market/indices.ts'
import { contractOfToken, type OptionContract } from '../options/optionContract.ts'

/** Anything with a price in the sandbox: an index or one of its options. */
export type Instrument =
  | {
      readonly kind: 'index'
      readonly index: IndexSymbol
      readonly token: string
      readonly exchange: Exchange
      readonly tradingSymbol: string
    }
  | OptionInstrument

export type OptionInstrument = { readonly kind: 'option' } & OptionContract

/** The names under which the broker lists the indices themselves. */
const INDEX_TRADING_SYMBOL: Readonly<Record<IndexSymbol, string>> = {
  NIFTY: 'Nifty 50',
  BANKNIFTY: 'Nifty Bank',
  SENSEX: 'SENSEX',
  MIDCPNIFTY: 'NIFTY MID SELECT',
}

export const INDEX_INSTRUMENTS: readonly Instrument[] = INDEX_SYMBOLS.map((index) => ({
  kind: 'index',
  index,
  token: INDICES[index].token,
  exchange: INDICES[index].exchange,
  tradingSymbol: INDEX_TRADING_SYMBOL[index],
}))

/** The instrument of an exchange's token; null when the exchange knows none, or the token belongs to another exchange. */
export function instrumentOf(exchange: Exchange, token: string): Instrument | null {
  const index = INDEX_INSTRUMENTS.find((instrument) => instrument.token === token)
  const contract = index ? null : contractOfToken(token)
  const instrument: Instrument | null = index ?? (contract && { kind: 'option', ...contract })
  return instrument?.exchange === exchange ? instrument : null
}
