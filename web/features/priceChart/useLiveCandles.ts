import { useEffect, useMemo, useState } from 'react'
import { addPrice, withFormed, type ChartCandle } from '../../charts/ChartCandle.ts'
import type { Instant } from '../../../schema/time.ts'
import { livePrices } from '../../gql/livePrices.ts'

interface Watched {
  readonly formed: readonly ChartCandle[]
  /** Market time of the first price. */
  readonly watchedFrom: Instant
}

/** Closed bars of a symbol with the forming one moving at their end. Give the caller a key of symbol and interval. */
export function useLiveCandles(symbol: string, minutes: number, closed: readonly ChartCandle[]): readonly ChartCandle[] {
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
    [symbol, minutes],
  )
  return useMemo(() => withFormed(closed, formed, watchedFrom), [closed, formed, watchedFrom])
}
