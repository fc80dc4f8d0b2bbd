import { useCallback, useSyncExternalStore } from 'react'
import { useLivePrices } from './useLivePrices.ts'

/** Reads the last price (rupees) of any of these symbols; null while unknown. The caller renders again when one of them moves. */
export function usePrices(symbols: readonly string[]): (symbol: string) => number | null {
  const livePrices = useLivePrices()
  const key = symbols.join(',')
  const subscribe = useCallback(
    (listener: () => void) => livePrices.subscribe(key === '' ? [] : key.split(','), listener),
    [livePrices, key],
  )
  useSyncExternalStore(subscribe, () => livePrices.version)
  return (symbol) => livePrices.get(symbol)?.price ?? null
}
