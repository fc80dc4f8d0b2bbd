import { useEffect, useMemo, useState } from 'react'
import { addPrice, withFormed, type ChartCandle } from '../../charts/ChartCandle.ts'
import type { Instant } from '../../../schema/time.ts'
import { useLivePrices } from '../../gql/useLivePrices.ts'

interface Watched {
  readonly formed: readonly ChartCandle[]
  /** Market time of the first price. */
  readonly watchedFrom: Instant
}

/** Closed bars of a symbol with the forming one moving at their end. Give the caller a key of symbol and interval. */
export function useLiveCandles(symbol: string, minutes: number, closed: readonly ChartCandle[]): readonly ChartCandle[] {
  const livePrices = useLivePrices()
  const [{ formed, watchedFrom }, setWatched] = useState<Watched>({ formed: [], watchedFrom: Infinity })
  useEffect(
    () =>
      livePrices.subscribe([symbol], () => {
        const last = livePrices.get(symbol)
        if (!last) return
        setWatched(({ formed, watchedFrom }) => ({
          formed: addPrice(formed, last.price, last.at, minutes),
          watchedFrom: Math.min(watchedFrom, last.at),
        }))
      }),
    [livePrices, symbol, minutes],
  )
  return useMemo(() => withFormed(closed, formed, watchedFrom), [closed, formed, watchedFrom])
}
