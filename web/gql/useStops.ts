import { useQuery } from '@apollo/client/react'
import { StopsDocument } from './generated/graphql.ts'

/** The stops in force, from the cache that the shell's banner fills. */
export function useStops(): { readonly all: boolean; readonly strategies: ReadonlySet<string> } {
  const { data } = useQuery(StopsDocument, { fetchPolicy: 'cache-only' })
  const stops = data?.stops ?? []
  return {
    all: stops.some(({ scope }) => scope !== 'STRATEGY'),
    strategies: new Set(stops.flatMap(({ scope, strategyId }) => (scope === 'STRATEGY' && strategyId !== null ? [strategyId] : []))),
  }
}
