import { useEffect, useMemo, useState } from 'react'
import { addPrice, withForming, type ChartCandle } from '../../charts/ChartCandle.ts'
import { livePrices } from '../../gql/livePrices.ts'

/** Closed bars of a symbol with the forming one moving at their end. Give the caller a key of symbol and interval. */
export function useLiveCandles(symbol: string, minutes: number, closed: readonly ChartCandle[]): readonly ChartCandle[] {
  const [forming, setForming] = useState<ChartCandle | null>(null)
  useEffect(
    () =>
      livePrices.subscribe([symbol], () => {
        const last = livePrices.get(symbol)
        if (last) setForming((current) => addPrice(current, last.price, last.at, minutes))
      }),
    [symbol, minutes],
  )
  return useMemo(() => withForming(closed, forming), [closed, forming])
}
