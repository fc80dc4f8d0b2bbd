import { useCallback, useSyncExternalStore } from 'react'
import type { LivePrice } from '../lib/PriceStore.ts'
import { useLivePrices } from './useLivePrices.ts'

/** The last price of one symbol, renewed at most once per frame; undefined until one is known. */
export function usePrice(symbol: string): LivePrice | undefined {
  const livePrices = useLivePrices()
  const subscribe = useCallback((listener: () => void) => livePrices.subscribe([symbol], listener), [livePrices, symbol])
  return useSyncExternalStore(subscribe, () => livePrices.get(symbol))
}
