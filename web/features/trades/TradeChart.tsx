import { useQuery } from '@apollo/client/react'
import { ChartNoAxesCombined } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { chartCandle } from '../../charts/ChartCandle.ts'
import { markerOfTrade, type MarkedTrade } from '../../charts/markerOfTrade.ts'
import { CandlesBeforeDocument } from '../../gql/generated/graphql.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { chartOfTrade } from './chartOfTrade.ts'

const CandleChart = lazy(() => import('../../charts/CandleChart.tsx').then((module) => ({ default: module.CandleChart })))

/** With legend and buttons, in CSS pixels. */
const HEIGHT = 360

/** The index around a trade, with its entry and exit; loads its candles when it is shown. */
export function TradeChart({ trade }: { trade: MarkedTrade & { readonly index: string } }) {
  const { interval, minutes, limit, before } = chartOfTrade(trade)
  const { data, error, refetch } = useQuery(CandlesBeforeDocument, { variables: { symbol: trade.index, interval, limit, before } })
  const candles = useMemo(() => data?.candles.map(chartCandle), [data])
  const markers = useMemo(() => [markerOfTrade(trade)], [trade])
  if (error && !candles) return <LoadFailure text="Error loading chart data" error={error} onRetry={() => void refetch()} />
  if (!candles) return <Skeleton $height={HEIGHT} />
  const first = candles[0]
  if (!first || first.time > Date.parse(trade.entryTime)) {
    return (
      <EmptyState
        icon={ChartNoAxesCombined}
        title="No chart data available"
        text="No candles are stored for the time of this trade in the market that runs today."
      />
    )
  }
  return (
    <Suspense fallback={<Skeleton $height={HEIGHT} />}>
      <CandleChart {...{ symbol: trade.index, minutes, candles, height: HEIGHT, markers }} />
    </Suspense>
  )
}
