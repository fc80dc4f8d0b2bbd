import { useEffect, useMemo, useState } from 'react'
import { addPrice, withFormed, type ChartCandle } from '../../charts/ChartCandle.ts'
import { livePrices } from '../../gql/livePrices.ts'

/** Closed bars of a symbol with the forming one moving at their end. Give the caller a key of symbol and interval. */
export function useLiveCandles(symbol: string, minutes: number, closed: readonly ChartCandle[]): readonly ChartCandle[] {
  const [formed, setFormed] = useState<readonly ChartCandle[]>([])
  useEffect(
    () =>
      livePrices.subscribe([symbol], () => {
        const last = livePrices.get(symbol)
        if (last) setFormed((bars) => addPrice(bars, last.price, last.at, minutes))
      }),
    [symbol, minutes],
  )
  return useMemo(() => withFormed(closed, formed), [closed, formed])
}
