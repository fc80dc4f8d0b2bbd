import type { StopPartsFragment } from './generated/graphql.ts'
import { useShellState } from './useShellState.ts'

const NONE: readonly StopPartsFragment[] = []

/** Every stop in force that concerns the user; empty while unknown. */
export const useStopsInForce = (): readonly StopPartsFragment[] => useShellState()?.stops ?? NONE

/** The same, by whom they stop. */
export function useStops(): { readonly all: boolean; readonly strategies: ReadonlySet<string> } {
  const stops = useStopsInForce()
  return {
    all: stops.some(({ scope }) => scope !== 'STRATEGY'),
    strategies: new Set(stops.flatMap(({ scope, strategyId }) => (scope === 'STRATEGY' && strategyId !== null ? [strategyId] : []))),
  }
}
