import { useStoredChoice } from '../../lib/useStoredChoice.ts'
import type { Density } from './HistoryTable.tsx'

/** The row density of the history, stored in this browser. */
export const useDensity = () => useStoredChoice<Density>('history-density', ['comfortable', 'compact'])
