import { createContext, useContext } from 'react'
import type { Market } from './toMarket.ts'

/** Filled by `MarketProvider`. */
export const MarketContext = createContext<Market | null>(null)

/** The market the engine trades on; null until known. */
export const useMarket = (): Market | null => useContext(MarketContext)
