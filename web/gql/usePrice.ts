import { useCallback, useSyncExternalStore } from 'react'
import type { LivePrice } from '../lib/PriceStore.ts'
import { livePrices } from './livePrices.ts'

/** The last price of one symbol, renewed at most once per frame; undefined until one is known. */
export function usePrice(symbol: string): LivePrice | undefined {
  const subscribe = useCallback((listener: () => void) => livePrices.subscribe([symbol], listener), [symbol])
  return useSyncExternalStore(subscribe, () => livePrices.get(symbol))
}
