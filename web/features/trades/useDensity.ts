import { useState } from 'react'
import { browserStorage } from '../../lib/browserStorage.ts'
import type { Density } from './HistoryTable.tsx'

const KEY = 'history-density'

/** The row density of the history, stored in this browser. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const [density, setDensity] = useState<Density>(() => (browserStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable'))
  return [
    density,
    (chosen) => {
      browserStorage.setItem(KEY, chosen)
      setDensity(chosen)
    },
  ]
}
