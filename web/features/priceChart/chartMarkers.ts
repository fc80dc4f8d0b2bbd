import { markerOfTrade } from '../../charts/markerOfTrade.ts'
import type { TradeMarker } from '../../charts/TradeMarker.ts'
import type { ChartMarkersQuery } from '../../gql/generated/graphql.ts'

/** The user's trades on an index, and the signals on it that were not taken. */
export function chartMarkers({ trades, denials }: ChartMarkersQuery, symbol: string): readonly TradeMarker[] {
  const refused = denials.edges
    .map(({ node }) => node)
    .filter(({ index }) => index === symbol)
    .map(({ id, side, strategy, text, time }): TradeMarker => ({
      ...{ kind: 'signal', id, side, title: `${side} signal · ${strategy}`, details: [text] },
      at: { time: Date.parse(time), price: null },
    }))
  return [...trades.filter(({ index }) => index === symbol).map(markerOfTrade), ...refused]
}
