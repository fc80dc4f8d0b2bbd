import type { TradeMode } from '../../schema/TradeMode.ts'
import { useShellState } from './useShellState.ts'

/** LIVE while anything of the user's is live; null while unknown. */
export const useTradingMode = (): TradeMode | null => useShellState()?.tradingMode ?? null

/** What is started or stopped when all of the user's strategies are: while the mode is unknown, both. */
export const modesOf = (mode: TradeMode | null): string => (mode === 'PAPER' ? 'PAPER' : 'PAPER and LIVE')
