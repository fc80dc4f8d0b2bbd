import { useQuery } from '@apollo/client/react'
import { indexNamed, type IndexSymbol } from '../../../schema/market/indices.ts'
import { InstrumentsDocument } from '../../gql/generated/graphql.ts'

/** Where nothing of today is known, rupees: roughly an at-the-money option's price midway to its expiry when the index moves by 12 to 16% a year. */
const USUAL_PREMIUMS: Readonly<Record<IndexSymbol, number>> = { NIFTY: 150, BANKNIFTY: 600, SENSEX: 450, MIDCPNIFTY: 160 }

/** An index whose options at the money are bought. */
export interface TradedOption {
  readonly index: IndexSymbol
  /** Units of a lot. */
  readonly lot: number
  /** Of a unit, in rupees. */
  readonly premium: { readonly call: number; readonly put: number; readonly isToday: boolean }
}

/** The options of instruments, by the API's names. `options` is null while they load, and when that `failed`. */
export function useTradedOptions(instruments: readonly string[]) {
  // Premiums are of the moment; lots and expiries hardly change, and may come from the cache meanwhile.
  const { data, error } = useQuery(InstrumentsDocument, { fetchPolicy: 'cache-and-network' })
  const indices = instruments.map(indexNamed).filter((index) => index !== null)
  const known = new Map(data?.instruments.map((instrument) => [indexNamed(instrument.symbol), instrument]))
  const options = indices.flatMap((index): TradedOption[] => {
    const instrument = known.get(index)
    if (instrument === undefined) return []
    const { lot, callPremium, putPremium } = instrument
    const usual = USUAL_PREMIUMS[index]
    const isToday = callPremium !== null && putPremium !== null
    return [{ index, lot, premium: isToday ? { call: callPremium, put: putPremium, isToday } : { call: usual, put: usual, isToday } }]
  })
  return { indices, options: data ? options : null, failed: error !== undefined }
}
