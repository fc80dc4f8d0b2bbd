import { useQuery, useSubscription } from '@apollo/client/react'
import { ChartNoAxesCombined } from 'lucide-react'
import { useMemo } from 'react'
import { CandleChart } from '../../charts/CandleChart.tsx'
import { chartCandle } from '../../charts/ChartCandle.ts'
import { ChartMarkersDocument, SignalDeniedDocument, type BarPartsFragment, type CandleInterval } from '../../gql/generated/graphql.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { chartMarkers } from './chartMarkers.ts'
import { useChartHistory } from './useChartHistory.ts'
import { useLiveCandles } from './useLiveCandles.ts'

/** As many of the latest as are marked. */
const MARKED = { trades: 100, denials: 50 }

interface LiveCandlesProps {
  symbol: string
  interval: CandleInterval
  /** A bar's length: the interval's. */
  minutes: number
  /** The latest, oldest first. */
  chart: readonly BarPartsFragment[]
  height: number
}

/** The candle chart of an index, the last bar moving with the price, with the user's trades on it. Give it a key of symbol and interval. */
export default function LiveCandles({ symbol, interval, minutes, chart, height }: LiveCandlesProps) {
  const latest = useMemo(() => chart.map(chartCandle), [chart])
  const { bars, loadEarlier } = useChartHistory(symbol, interval, latest)
  const candles = useLiveCandles(symbol, minutes, bars)
  // Without them the chart is still worth looking at. Whatever changes a trade reloads all that is on screen: no cache need follow it.
  const { data, refetch } = useQuery(ChartMarkersDocument, { variables: MARKED, fetchPolicy: 'no-cache' })
  useSubscription(SignalDeniedDocument, { ignoreResults: true, onData: () => void refetch() })
  const markers = useMemo(() => (data ? chartMarkers(data, symbol) : []), [data, symbol])
  if (candles.length === 0) return <EmptyState icon={ChartNoAxesCombined} title="No chart data available" />
  return <CandleChart {...{ symbol, minutes, candles, height, markers }} onNearStart={() => void loadEarlier()} />
}
