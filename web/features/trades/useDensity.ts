import { useState } from 'react'
import type { Density } from './HistoryTable.tsx'

const KEY = 'history-density'

/** The row density of the history, stored in this browser. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const [density, setDensity] = useState<Density>(() => (localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable'))
  return [
    density,
    (chosen) => {
      localStorage.setItem(KEY, chosen)
      setDensity(chosen)
    },
  ]
}
